import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import { callApi } from '#app/lib/api-client.ts';
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

// The draft of a ticket, and whatever a screen may come to keep. A session that ended by itself loses nothing.
function emptyTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Storage is forbidden: there is nothing in it.
  }
}

const store = createAuthStore(openChannel, callApi, emptyTab);

export function AuthProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(store.subscribe, store.get, store.getBeforeHydration);
  useEffect(() => {
    store.start();
    // Toasts tell of failures, and the network may be what fails.
    void import('#app/components/ui/toaster.tsx').catch(() => {});
    // A page that the browser kept whole, or a tab that slept, may show a session that has ended meanwhile.
    const lookAgain = () => {
      if (document.visibilityState === 'visible' && store.get().user !== null) void store.refresh();
    };
    window.addEventListener('pageshow', lookAgain);
    document.addEventListener('visibilitychange', lookAgain);
    return () => {
      window.removeEventListener('pageshow', lookAgain);
      document.removeEventListener('visibilitychange', lookAgain);
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
