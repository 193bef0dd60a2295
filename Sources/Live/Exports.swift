// What the declarations of this module speak of comes along with it.
@_exported public import Beeline
