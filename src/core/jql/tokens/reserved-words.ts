/** The keywords of the grammar, in lower case. */
export const KEYWORDS = new Set(
  'after and asc before by cf changed desc during empty from in is not null on or order to was'.split(' '),
)

/**
 * The words that need quotation marks as fields or values, in lower case, keywords included.
 *
 * Source: the list of reserved words in the public documentation of the language, as in its open grammar tests.
 */
export const RESERVED_WORDS = new Set(
  `abort access add after alias alter and any as asc audit avg before begin between boolean break by byte catch cf
  changed char character check checkpoint collate collation column commit connect continue count create current date
  decimal declare decrement default defaults define delete delimiter desc difference distinct divide do double drop
  during else empty encoding end equals escape exclusive exec execute exists explain false fetch file field first float
  for from function go goto grant greater group having identified if immediate in increment index initial inner inout
  input insert int integer intersect intersection into is isempty isnull join last left less like limit lock long max min
  minus mode modify modulo more multiply next noaudit not notin nowait null number object of on option or order outer
  output power previous prior privileges public raise raw remainder rename resource return returns revoke right row rowid
  rownum rows select session set share size sqrt start strict string subtract sum synonym table then to trans transaction
  trigger true uid union unique update user validate values view was when whenever where while with`.split(/\s+/),
)
