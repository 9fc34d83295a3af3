-- Arabic; and whether the user chose the language. The preference of a browser decides about mails, never about the portal.
ALTER TABLE users DROP CONSTRAINT users_language_check,
  ADD CONSTRAINT users_language_check CHECK (language IN ('en', 'fr', 'ar')),
  ADD COLUMN language_chosen boolean NOT NULL DEFAULT false;
