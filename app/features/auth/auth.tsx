import { type ReactNode, createContext, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import { ApiError, api } from '#app/lib/api-client.ts';
import { dismissAllToasts } from '#app/lib/toast.ts';
import type { Language } from '#contract/languages.ts';
import type { Membership, SessionResponse, User } from '#contract/auth.ts';

export interface AuthState {
  user: User | null;
  session: { expiresAt: string } | null;
  /** The active customer, one of the memberships. */
  customerId: string | null;
  memberships: Membership[];
  /** The user works at the desk. */
  isStaff: boolean;
  /** A staff member sees the portal as the active customer, and can change nothing. */
  isViewing: boolean;
  /** The language that the user chose; null if they never did. */
  language: Language | null;
  /** The portal shows no risk scores. */
  isRiskHidden: boolean;
  /** The currency of every amount in the portal. */
  currency: string | null;
  /** True until the first response about the session (product §4). */
  loading: boolean;
  /** The session could not be loaded. */
  failure: ApiError | null;
  /** Why the session ended. */
  ended: 'signed-out' | 'expired' | 'security' | null;
}

export interface Outcome {
  error: ApiError | null;
}

/** To the other tabs of this browser. */
export interface AuthChannel {
  post: (message: AuthMessage) => void;
  listen: (listener: (message: AuthMessage) => void) => void;
}
export type AuthMessage = 'signed-in' | 'signed-out' | 'switched';

const signedOut = {
  user: null,
  session: null,
  customerId: null,
  memberships: [],
  isStaff: false,
  isViewing: false,
  language: null,
  isRiskHidden: false,
  currency: null,
  failure: null,
};
const unknown: AuthState = { ...signedOut, loading: true, ended: null };
const maxAttempts = 5;
// A starting server returns 503 until its database is open.
const retryDelayMs = 700;

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
export const asApiError = (error: unknown) =>
  error instanceof ApiError ? error : new ApiError('internal_error', 'Something went wrong. Please try again.');

export async function outcomeOf(request: Promise<unknown>): Promise<Outcome> {
  try {
    await request;
    return { error: null };
  } catch (error) {
    return { error: asApiError(error) };
  }
}

export type AuthStore = ReturnType<typeof createAuthStore>;

/** The session. It outlives the screens, so that navigating from sign-in to the portal loads nothing twice. */
export function createAuthStore(
  openChannel: () => AuthChannel,
  /** Clears the data that this tab has stored for the user and the customer. */
  clearTabData: () => void = () => {},
) {
  let state = unknown;
  let channel: AuthChannel | undefined;
  /** The user and the customer whose data this tab has stored. */
  let dataOwner: string | undefined;
  let switches = 0;
  const listeners = new Set<() => void>();
  const setState = (next: AuthState) => {
    state = next;
    for (const listener of listeners) listener();
  };

  const fetchSession = async (): Promise<SessionResponse> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await api.auth.session.$get();
      } catch (error) {
        const isTemporary = error instanceof ApiError && (error.code === 'unavailable' || error.code === 'offline');
        if (!isTemporary || attempt === maxAttempts) throw error;
        await wait(retryDelayMs * attempt);
      }
    }
  };
  const refresh = async () => {
    const asked = switches;
    try {
      const found = await fetchSession();
      // Another customer is active since it was asked for.
      if (asked !== switches) return;
      if (found === null)
        setState({ ...signedOut, loading: false, ended: state.user === null ? state.ended : 'expired' });
      else if ('ended' in found) setState({ ...signedOut, loading: false, ended: found.ended });
      else {
        const owner = `${found.user.id} ${found.customerId}`;
        if (dataOwner !== undefined && dataOwner !== owner) clearTabData();
        dataOwner = owner;
        setState({ ...found, loading: false, failure: null, ended: null });
      }
    } catch (error) {
      // A signed-in user stays signed in while the server is unreachable.
      setState({ ...state, loading: false, failure: state.user === null ? asApiError(error) : null });
    }
  };
  /** The server may know why the session has ended. */
  const explainEnd = async () => {
    const found = await fetchSession().catch(() => null);
    if (state.user === null && found !== null && 'ended' in found) setState({ ...state, ended: found.ended });
  };
  /** The server has signed the user in: see sign-in.ts. */
  const completeSignIn = async (): Promise<Outcome> => {
    await refresh();
    if (state.user === null) return { error: state.failure ?? asApiError(undefined) };
    channel?.post('signed-in');
    return { error: null };
  };
  /** Removes what is shown before it loads the session: nothing of one customer may be seen or sent as another. */
  const showActiveCustomer = async () => {
    switches += 1;
    clearTabData();
    setState(unknown);
    await refresh();
  };
  const endSession = () => {
    clearTabData();
    setState({ ...signedOut, loading: false, ended: 'signed-out' });
  };

  return {
    get: () => state,
    getBeforeHydration: () => unknown,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Subscribes to the other tabs and loads the session. */
    start() {
      if (channel !== undefined) return;
      channel = openChannel();
      channel.listen((message) => {
        if (message === 'signed-out') endSession();
        else if (message === 'switched') void showActiveCustomer();
        else void refresh();
      });
      void refresh();
    },
    refresh,
    /** The server rejected a request because the session has ended. */
    expire() {
      if (state.user === null) return;
      setState({ ...signedOut, loading: false, ended: 'expired' });
      void explainEnd();
    },
    completeSignIn,
    async signOut(): Promise<Outcome> {
      const outcome = await outcomeOf(api.auth['sign-out'].$post());
      if (outcome.error !== null) return outcome;
      endSession();
      channel?.post('signed-out');
      return outcome;
    },
    /** The session's active customer has changed: for the other tabs. */
    announceSwitch: () => channel?.post('switched'),
    /** Makes another customer of the user the active one, in all tabs. */
    async switchCustomer(customerId: string): Promise<Outcome> {
      const outcome = await outcomeOf(api.portal.customers.switch.$post({ json: { customerId } }));
      if (outcome.error !== null) return outcome;
      channel?.post('switched');
      await showActiveCustomer();
      return outcome;
    },
  };
}

type Auth = AuthState & Omit<AuthStore, 'get' | 'getBeforeHydration' | 'subscribe' | 'start'>;

const AuthContext = createContext<Auth | null>(null);

function openBroadcastChannel(): AuthChannel {
  const channel = new BroadcastChannel('portal-auth');
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => channel.addEventListener('message', ({ data }) => listener(data as AuthMessage)),
  };
}

// Ticket drafts, toasts and other data of this tab. Kept when a session expires, cleared on sign-out and when the user or
// the customer changes.
function clearTab(): void {
  dismissAllToasts();
  try {
    sessionStorage.clear();
  } catch {
    // Storage is blocked, so there is nothing in it.
  }
}

const store = createAuthStore(openBroadcastChannel, clearTab);

export function AuthProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(store.subscribe, store.get, store.getBeforeHydration);
  useEffect(() => {
    store.start();
    // A page from the back/forward cache or a suspended tab may show a session that has ended.
    const revalidate = () => {
      if (document.visibilityState === 'visible' && store.get().user !== null) void store.refresh();
    };
    window.addEventListener('pageshow', revalidate);
    document.addEventListener('visibilitychange', revalidate);
    return () => {
      window.removeEventListener('pageshow', revalidate);
      document.removeEventListener('visibilitychange', revalidate);
    };
  }, []);
  const auth = useMemo(() => ({ ...state, ...store }), [state]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (auth === null) throw new Error('useAuth was called outside of AuthProvider.');
  return auth;
}
