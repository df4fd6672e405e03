"""Every help page of every preset by ids: a JSON line of preset, topic and [text, value] rows."""

import json

from canasta import presets, rules
from tablet import messages
from tablet.screens import help as pages

_NAMES = {getattr(messages, name): name for name in dir(messages) if name[0] != "_"}


class Canvas:
    """As wide as any text, and so high that a page is put together at once."""

    cols = 1000
    bands = 1000


class App:
    """Calls every text by its id. It stands for the table as well."""

    canvas = Canvas()

    def __init__(self, ruleset):
        self.table = self
        self._ruleset = ruleset

    def rules_in_force(self):
        """The preset."""
        return self._ruleset

    def text(self, number):
        """A text that goes by a number."""
        return _NAMES[number].encode()

    def rule_text(self, section, id):
        """One that goes by an id."""
        return (section + "." + id).encode()


for preset in presets.IDS:
    ruleset = rules.Rules()
    presets.load(preset, ruleset)
    page = pages.Topic(App(ruleset))
    for topic in range(len(pages._TOPICS)):
        page.choose(topic)
        rows = [[text.decode(), value.decode()] for text, value in page.lines]
        print(json.dumps([preset, page.heading.decode(), rows]))
