import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { ApiError } from '#app/lib/api-client.ts';
import { toast } from '#app/lib/toast.ts';
import { type AuthChannel, type AuthMessage, type AuthState, type AuthStore, createAuthStore } from './auth-store.ts';

type Auth = AuthState & Omit<AuthStore, 'get' | 'getBeforeHydration' | 'subscribe' | 'start'>;

const AuthContext = createContext<Auth | null>(null);

function openChannel(): AuthChannel {
  const channel = new BroadcastChannel('portal-auth');
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => channel.addEventListener('message', ({ data }) => listener(data as AuthMessage)),
  };
}

// Ticket drafts and other data of this tab. Kept when a session expires, cleared on sign-out.
function clearTabData(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Storage is blocked, so there is nothing in it.
  }
}

const store = createAuthStore(openChannel, clearTabData);

export function AuthProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(store.subscribe, store.get, store.getBeforeHydration);
  useEffect(() => {
    store.start();
    // Preloaded, as the failure that a toast reports may be the network's.
    void import('#app/components/ui/toaster.tsx').catch(() => {});
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

/** product §8 */
export const toastSignIn = (error: ApiError | null) =>
  toast(
    error === null
      ? { source: 'sign-in', title: 'Welcome back!', description: 'You have successfully signed in.' }
      : { source: 'sign-in', title: 'Sign In Failed', description: error.message, variant: 'destructive' },
  );

/** From the fields, not from the state: the browser may have restored or filled them in before React listened. */
export function readCredentials(form: HTMLFormElement): { email: string; password: string } {
  const fields = new FormData(form);
  const read = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { email: read('email'), password: read('password') };
}
