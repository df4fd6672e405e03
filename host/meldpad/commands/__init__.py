"""The commands, a module each; `register(app)` adds them to the command line."""
