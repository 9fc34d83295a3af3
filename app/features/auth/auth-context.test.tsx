import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AuthProvider, useAuth } from './auth-context.tsx';

const Greeting = () => {
  const { loading, user } = useAuth();
  return <p>{loading ? 'loading' : (user?.email ?? 'nobody')}</p>;
};

test('the auth context throws outside its provider', () => {
  expect(() => renderToString(<Greeting />)).toThrow('useAuth was called outside of AuthProvider.');
});

test('the auth context is loading until the session is known', () => {
  expect(
    renderToString(
      <AuthProvider>
        <Greeting />
      </AuthProvider>,
    ),
  ).toBe('<p>loading</p>');
});
