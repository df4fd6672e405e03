"""Every screen of the tablet, reached by keys: for the golden pictures and the contact sheets.

A chain of keys starts on a blank tablet that is about to set up a match, with the welcome behind
it; `shot:name` takes a picture.
"""

LANGUAGES = ("en", "fr", "ro", "es", "de", "it", "pt", "nl")
"""In the order of the setting."""

_SURE = "wait:600 down wait:600"
_DEAL_1 = f"ok up ok*2 up ok*2 up:600 ok:700 ok*4 up*12 ok {_SURE} up"
_DEAL_2 = f"ok*5 up:500 ok:700 ok up*2 ok up ok*2 up:700 ok:700 {_SURE} up"
_CORRECT = f"wait:5000 up*2 ok*2 ok*4 up*10 ok:700 ok:700 {_SURE} up"
_PRESET = "up*8 ok"

CHAINS = {
    "setup": """
        shot:setup up*8 shot:setup-top ok up*7 shot:setup-preset ok down*2 ok shot:name up*3
        ok down*5 ok shot:name-2 ok:600 shot:setup-named down*2 ok
        shot:players back down*3 ok shot:house down*18 shot:house-value ok up*3
        shot:house-change ok down*60 shot:house-more""",
    "refused": """
        up*6 ok up ok:700 shot:name-taken wait:5000 back*2 down*5 ok ok down:20000 ok back
        shot:setup-no-end""",
    "score": f"""
        ok shot:saved wait:5000 shot:score-new {_DEAL_1} wait:5000 shot:score-1
        down shot:score-down down shot:score-next back wait:5000
        {_DEAL_2} wait:5000 shot:score-2 up shot:history back
        {_CORRECT} wait:5000 up shot:history-corrected up ok shot:deal-corrected
        down ok wait:600 shot:undo up wait:5000 back shot:menu down*9 shot:menu-end""",
    "entry": """
        ok wait:5000 ok shot:entry up ok*2 up shot:entry-out ok*2 up:600 shot:entry-melded
        ok:700 ok*2 up*5 shot:entry-limit down*5 ok up:600 ok up:400 up*3 shot:entry-hand
        back*2 shot:entry-back""",
    "ways": """
        ok wait:5000 ok back up shot:way-cards ok*5 up*2 ok up shot:way-cards-counted
        back*7 up shot:way-net ok up:745 up*3 shot:way-net-value ok:700 up:600 ok:700 wait:600
        shot:recap-net""",
    "recap": """
        ok wait:5000 ok up ok*2 up ok*2 up:600 ok:700 ok*4 up*12 ok shot:doubt wait:600
        shot:doubt-open down shot:recap wait:600 shot:recap-open down shot:recap-turned down
        ok shot:rare""",
    "fault": "ok wait:5000 ok up*2 ok*2 up ok shot:fault-points ok ok:700 shot:fault-canastas",
    "end": f"""
        up*3 ok down*9 ok down*3 ok wait:5000 {_DEAL_1} wait:5000 shot:end
        up shot:history-end""",
    "abandon": """
        up*6 ok up*13 ok up*14 ok:700 down*6 ok wait:5000 back down*9 ok wait:600 shot:abandon up
        shot:abandoned-menu down*3 ok shot:matches wait:1000 shot:matches-known back ok
        shot:setup-again up*6 ok shot:pick""",
    "finish": f"""
        ok wait:5000 {_DEAL_1} wait:5000 back down*8 ok wait:600 shot:finish up wait:5000
        shot:finished""",
    "help": """
        ok wait:5000 back down*4 ok shot:help ok shot:questions ok shot:form-meld ok up*3 ok up
        shot:form-meld-2 ok:600 shot:verdict-meld ok back*3 down ok shot:form-opening
        ok up*2 ok:600 shot:verdict-opening ok back*2 down ok shot:form-pile
        back down ok shot:form-out""",
    "topics": """
        ok wait:5000 back down*4 ok down ok shot:topic-points back down ok shot:topic-threes
        back down ok shot:topic-melds back down ok shot:topic-pile back down ok shot:topic-out
        back down ok shot:topic-end""",
    "topics-foot": f"""
        {_PRESET} up*7 ok down*20 ok wait:5000 down shot:next-foot back back down*4 ok down*2 ok
        shot:threes-foot back down ok down*40 shot:melds-foot back down ok shot:pile-foot
        down*40 shot:pile-foot-end back down ok shot:out-foot back down ok shot:end-foot""",
    "topics-samba": f"""
        {_PRESET} up*10 ok down*20 ok wait:5000 back down*4 ok down*3 ok down*40
        shot:melds-samba back down ok shot:pile-samba down*40 shot:pile-samba-end""",
    "run": f"""
        {_PRESET} up*10 ok down*20 ok wait:5000 back down*4 ok*3 up ok down*6 ok up*5 up
        shot:form-run ok up shot:form-run-two ok:600 shot:verdict-run""",
    "brazilian": f"""
        {_PRESET} up*12 ok down*20 ok wait:5000 ok back up*2 ok up:4150 ok:700 ok:700 {_SURE}
        up wait:5000 shot:score-needs down*2 shot:next-needs back wait:600 back down*5 ok
        down*3 ok down*40 shot:melds-brazilian back down ok shot:pile-brazilian""",
    "settings": """
        ok wait:5000 back down*5 ok shot:set-language down shot:set-flip down shot:set-light
        down shot:set-dim down shot:set-repeat down shot:set-settle down shot:set-opponents
        ok up shot:set-opponents-change ok down shot:set-name back down*6 ok shot:about
        ok up down shot:self-test""",
    "half": f"""
        ok wait:5000 {_DEAL_1} wait:5000 ok up*2 ok back*3 shot:score-half back shot:menu-half back
        up ok*2 up ok back*3 shot:give-up wait:600 shot:give-up-open""",
    "opponents": f"""
        ok wait:5000 back down*5 ok down*6 ok up ok back*2 {_DEAL_1} shot:opponents
        wait:600 shot:opponents-open up wait:5000 shot:opponents-saved""",
    "three": f"""
        {_PRESET} up*3 ok down*2 ok ok*12 shot:setup-long down*20 shot:setup-long-end ok wait:5000
        shot:score-3 down shot:score-3-down back ok up wait:5000 shot:entry-lone
        ok up*2 ok*2 up ok*2 up:600 ok:700 ok*2 up ok up*10 ok:700 ok*3 shot:entry-pair
        ok up*5 ok:700 {_SURE} {_SURE} shot:recap-lone""",
    "three-recap": f"""
        {_PRESET} up*2 ok down*20 ok wait:5000 ok up*2 ok*4 up:600 ok:700 ok:700 ok:700 {_SURE}
        {_SURE} {_SURE} shot:recap-3""",
    "four": f"""
        {_PRESET} up*6 ok down ok up*2 ok down*20 ok wait:5000 shot:score-4
        ok ok:700 ok:700 ok:700 ok:700 {_SURE} {_SURE} {_SURE} {_SURE} {_SURE} shot:recap-4""",
    "five": f"{_PRESET} up*6 ok down ok up*3 ok down*20 ok wait:5000 shot:score-5",
    "six": f"""
        {_PRESET} up*6 ok down ok up*4 ok down*20 ok wait:5000 shot:score-6 down
        shot:score-6-down""",
    "rounds": f"{_PRESET} up*7 ok down*20 ok wait:5000 shot:score-rounds ok shot:entry-rounds",
    "american": f"""
        {_PRESET} up*9 ok down*20 ok wait:5000 shot:score-american ok shot:entry-american
        ok*9 shot:entry-american-2""",
    "special": f"""
        {_PRESET} up*9 ok down*20 ok wait:5000 ok ok:700 ok:700 {_SURE} {_SURE} {_SURE} ok
        shot:rare-american up*2 shot:rare-special""",
    "empty": """
        back shot:menu-empty down ok shot:matches-empty back ok*2 wait:5000 up
        shot:history-empty""",
    "damaged": f"""
        ok wait:5000 {_DEAL_1} wait:5000 {_DEAL_2} wait:5000 spoil:damaged shot:damaged
        ok wait:5000 back down ok wait:600 up shot:not-saved""",
    "misfit": f"ok wait:5000 {_DEAL_1} wait:5000 spoil:misfit shot:record-fault",
    "newer": f"ok wait:5000 {_DEAL_1} wait:5000 spoil:newer shot:newer",
    "repaired": f"""
        ok wait:5000 {_DEAL_1} wait:5000 spoil:restored shot:restored ok spoil:lost shot:lost""",
    "behind": "ok wait:5000 spoil:behind shot:set-back",
    "full": f"ok wait:5000 {_DEAL_1} wait:5000 spoil:full ok shot:full",
    "unreadable": "spoil:unreadable shot:unreadable",
    "pc": f"""
        ok wait:5000 {_DEAL_1} wait:5000 pc:clock shot:pc-clock down wait:3000
        pc:rename shot:pc-rename down wait:3000 pc:erase shot:pc-erase down wait:600
        shot:pc-erase-new up""",
    "stuck": "ok wait:5000 stuck:up shot:stuck",
}
"""Names of the chains and their keys. Every picture's name is its own."""


def keys(chain: str, language: int = 0) -> str:
    """The whole script of a chain from a blank tablet, in a language by its number."""
    chosen = f"down*{language} ok" if language else "ok"
    if chain == "setup":
        return f"shot:language {chosen} shot:welcome ok {CHAINS[chain]}"
    return f"{chosen} ok {CHAINS[chain]}"
