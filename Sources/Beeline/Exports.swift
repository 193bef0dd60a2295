// `import Beeline` is all that most programs need.
@_exported public import BeelineActions
@_exported public import BeelineContent
@_exported public import BeelinePlugins
@_exported public import BeelineRuleTools
@_exported public import BeelineRules
@_exported public import BeelineSupport
@_exported public import BeelineSymbols
