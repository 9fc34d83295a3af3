import { ApiError, callApi } from '#app/lib/api-client.ts';

export type LinkOutcome = 'done' | 'expired' | 'wrongPassword' | 'tooMany' | 'failed';

/** `password` for a link that asks for one. */
export async function followLink(door: string, token: string, password?: string): Promise<LinkOutcome> {
  try {
    await callApi(door, { method: 'POST', body: { token, ...(password !== undefined && { password }) } });
    return 'done';
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === 'invalid_password') return 'wrongPassword';
    // A token that lost letters on its way is refused before it is looked at.
    if (code === 'invalid_token' || code === 'invalid_request') return 'expired';
    return code === 'too_many_requests' ? 'tooMany' : 'failed';
  }
}
