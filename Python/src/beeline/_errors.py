"""The exceptions of the package: wrong use and a program that cannot work. A picture that cannot be read is an answer."""


class BeelineError(Exception):
    """An error that another input would not avoid."""


class ProgramNotFound(BeelineError):
    """The command `beeline` is not there."""


class ProgramMismatch(BeelineError):
    """The command is there, but speaks another version of the protocol."""


class ConfigurationError(BeelineError):
    """The command refuses the options or the rules; the message is its own."""


class ProgramFailed(BeelineError):
    """The command ends again and again without an answer, whatever it is given."""


class DrawError(BeelineError):
    """The code cannot be drawn, or could not be read back; the message says why."""
