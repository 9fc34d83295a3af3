/** Ends the program with its message alone: a sentence for the operator, never a stack. */
export class PlainStop extends Error {
  override name = 'PlainStop';
}
