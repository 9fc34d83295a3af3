-- Raised whenever access to the account is revoked. A sign-in reads it before it checks what it is given and again at its
-- end: a password that was right before a reset opens no session after it.
ALTER TABLE users ADD COLUMN access_version integer NOT NULL DEFAULT 0;
