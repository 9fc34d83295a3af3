import { api, ApiError } from '#app/lib/api-client.ts';
import { authenticateWithPasskey } from '#app/lib/passkeys.ts';
import type { ResetLink, ResetPassword, Session, User } from '#contract/auth.ts';
import type { SignInCode } from '#contract/security.ts';

export interface AuthState {
  user: User | null;
  session: { expiresAt: string } | null;
  /** Of every amount that the portal shows to the user. */
  currency: string | null;
  /** True until the first answer about the session, whatever it is (product §4). */
  loading: boolean;
  /** Whether there is a session could not be found out. */
  failure: ApiError | null;
  /** Why there is none any more: left by the user, or ended on the server. */
  ended: 'left' | 'expired' | null;
}

export interface Outcome {
  error: ApiError | null;
}

/** Tells the other tabs of this browser. */
export interface AuthChannel {
  post: (message: AuthMessage) => void;
  listen: (listener: (message: AuthMessage) => void) => void;
}
export type AuthMessage = 'signed-in' | 'signed-out';

const noOne = { user: null, session: null, currency: null, failure: null };
const unknown: AuthState = { ...noOne, loading: true, ended: null };
const tries = 5;
// While the server opens its database it asks to come back.
const pauseMs = 700;

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const asApiError = (error: unknown) =>
  error instanceof ApiError ? error : new ApiError('internal_error', 'Something went wrong. Please try again.');

export type AuthStore = ReturnType<typeof createAuthStore>;

/** Who is signed in. It outlives the screens, so that going from sign-in to the portal asks nothing twice. */
export function createAuthStore(
  openChannel: () => AuthChannel,
  /** Empties what this tab has kept of whoever leaves. */
  forget: () => void = () => {},
) {
  let state = unknown;
  let channel: AuthChannel | undefined;
  const listeners = new Set<() => void>();
  const put = (next: AuthState) => {
    state = next;
    for (const listener of listeners) listener();
  };

  const fetchSession = async (): Promise<Session> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await api.auth['get-session'].$get();
      } catch (error) {
        const isPassing = error instanceof ApiError && (error.code === 'unavailable' || error.code === 'offline');
        if (!isPassing || attempt === tries) throw error;
        await wait(pauseMs * attempt);
      }
    }
  };
  const refresh = async () => {
    try {
      const found = await fetchSession();
      if (found === null) put({ ...noOne, loading: false, ended: state.user === null ? state.ended : 'expired' });
      else put({ ...found, loading: false, failure: null, ended: null });
    } catch (error) {
      // Someone who is signed in stays so while the server cannot be asked.
      put({ ...state, loading: false, failure: state.user === null ? asApiError(error) : null });
    }
  };
  const outcomeOf = async (request: Promise<unknown>): Promise<Outcome> => {
    try {
      await request;
      return { error: null };
    } catch (error) {
      return { error: asApiError(error) };
    }
  };
  const arrive = async (): Promise<Outcome> => {
    await refresh();
    if (state.user === null) return { error: state.failure ?? asApiError(undefined) };
    channel?.post('signed-in');
    return { error: null };
  };
  const leave = () => {
    forget();
    put({ ...noOne, loading: false, ended: 'left' });
  };

  return {
    get: () => state,
    getBeforeHydration: () => unknown,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Listens to the other tabs from now on, and asks the server unless it has answered before. */
    start() {
      if (channel !== undefined) return;
      channel = openChannel();
      channel.listen((message) => {
        if (message === 'signed-out') leave();
        else void refresh();
      });
      void refresh();
    },
    refresh,
    /** The server refused a request because the session has ended. */
    expire() {
      if (state.user !== null) put({ ...noOne, loading: false, ended: 'expired' });
    },
    /** Done, refused, or half done: an account with a second factor asks for a code. */
    async signIn(email: string, password: string): Promise<Outcome & { needsCode: boolean }> {
      try {
        const response = await api.auth['sign-in'].email.$post({ json: { email, password } });
        if ('needsCode' in response) return { error: null, needsCode: true };
      } catch (error) {
        return { error: asApiError(error), needsCode: false };
      }
      return { ...(await arrive()), needsCode: false };
    },
    async signInWithCode(kind: SignInCode['kind'], code: string): Promise<Outcome> {
      const outcome = await outcomeOf(api.auth['sign-in'].code.$post({ json: { kind, code } }));
      return outcome.error === null ? arrive() : outcome;
    },
    /** `isDone` is false when its owner closed the question. */
    async signInWithPasskey(): Promise<Outcome & { isDone: boolean }> {
      try {
        const isDone = await authenticateWithPasskey(api.auth['sign-in'].passkey.$post);
        return isDone ? { ...(await arrive()), isDone } : { error: null, isDone };
      } catch (error) {
        return { error: asApiError(error), isDone: false };
      }
    },
    signUp: (email: string, password: string) =>
      outcomeOf(api.auth['sign-up'].email.$post({ json: { email, password } })),
    async signOut(): Promise<Outcome> {
      const outcome = await outcomeOf(api.auth['sign-out'].$post());
      if (outcome.error !== null) return outcome;
      leave();
      channel?.post('signed-out');
      return outcome;
    },
    sendVerification: (email: string) => outcomeOf(api.auth['send-verification-email'].$post({ json: { email } })),
    requestReset: (email: string) => outcomeOf(api.auth['request-password-reset'].$post({ json: { email } })),
    /** What the link is for; an error if it is no longer valid. */
    async readResetLink(token: string): Promise<{ error: ApiError } | { error: null; link: ResetLink }> {
      try {
        return { error: null, link: await api.auth['reset-link'].$post({ json: { token } }) };
      } catch (error) {
        return { error: asApiError(error) };
      }
    },
    resetPassword: (given: ResetPassword) => outcomeOf(api.auth['reset-password'].$post({ json: given })),
  };
}
