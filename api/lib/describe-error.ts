export interface ErrorDescription {
  type: string;
  code?: string;
  message: string;
  at?: string[];
  cause?: ErrorDescription;
}

const emailLike = /[^\s"'<>(),;:=]+@[^\s"'<>(),;:=]+/g;
const longestMessage = 300;

/** What a log line may say of an error: drivers put the values of a query into messages, and these are personal data. */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: 'something other than an Error was thrown' };
  const { code } = error as NodeJS.ErrnoException;
  const at = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 12);
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    message: withoutPersonalData(error.message),
    ...(at === undefined ? {} : { at: at.map((line) => line.trim().slice('at '.length)) }),
    ...(error.cause === undefined || depth >= 3 ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}

// Cut before the search too: the pattern takes quadratic time on a message that holds a whole document.
export const withoutPersonalData = (message: string) =>
  (message.slice(0, 1000).split('\nparams:')[0] ?? '').replaceAll(emailLike, '[email]').slice(0, longestMessage);
