-- Where customers pay: our bank accounts, whom we told of a new one, and reminders of invoices.

-- Length by country (ISO 13616) and checksum (ISO 7064, mod 97). As contract/iban.ts, with which a test compares it.
CREATE FUNCTION is_iban(given text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  turned text := substr(given, 5) || left(given, 4);
  digits text := '';
  sign text;
BEGIN
  IF given IS NULL OR given !~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'
    OR strpos('AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 '
      'FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 '
      'LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 '
      'SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30', left(given, 2) || length(given)) = 0 THEN
    RETURN false;
  END IF;
  FOREACH sign IN ARRAY regexp_split_to_array(turned, '') LOOP
    digits := digits || CASE WHEN sign BETWEEN '0' AND '9' THEN sign ELSE (ascii(sign) - 55)::text END;
  END LOOP;
  RETURN mod(digits::numeric, 97) = 1;
END $$;

-- An account counts from active_from on: two staff members acted, and 72 hours have passed. These three rules are checks of the table, and
-- a trigger (api/db/functions/14_bank.sql) writes who and when, so that no statement of the server chooses them. Of several, the
-- newest is the active one. Staff ids have no foreign key: the history remains after a staff member has left.
CREATE TABLE bank_accounts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  iban text COLLATE "C" NOT NULL CONSTRAINT bank_accounts_iban CHECK (is_iban(iban)),
  bic text COLLATE "C" NOT NULL CONSTRAINT bank_accounts_bic CHECK (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  holder text NOT NULL CHECK (length(holder) BETWEEN 1 AND 70 AND holder ~ '\S'),
  proposed_by uuid NOT NULL,
  proposed_at timestamptz NOT NULL CHECK (isfinite(proposed_at)),
  approved_by uuid CONSTRAINT bank_accounts_two_people CHECK (approved_by <> proposed_by),
  approved_at timestamptz CHECK (isfinite(approved_at) AND approved_at >= proposed_at),
  active_from timestamptz CONSTRAINT bank_accounts_72_hours CHECK (active_from - approved_at >= interval '72 hours'),
  -- Rejected, or withdrawn after its approval. It never counts again.
  ended_by uuid,
  ended_at timestamptz CHECK (isfinite(ended_at) AND ended_at >= proposed_at),
  end_reason text CHECK (length(end_reason) BETWEEN 3 AND 500),
  CONSTRAINT bank_accounts_approved CHECK (num_nonnulls(approved_by, approved_at, active_from) IN (0, 3)),
  CONSTRAINT bank_accounts_ended CHECK (num_nonnulls(ended_by, ended_at, end_reason) IN (0, 3))
);
-- One proposal at a time.
CREATE UNIQUE INDEX bank_accounts_proposed ON bank_accounts ((true)) WHERE approved_at IS NULL AND ended_at IS NULL;
CREATE INDEX bank_accounts_active ON bank_accounts (active_from) WHERE ended_at IS NULL;

-- Who was told of a proposal, with the hash of their link, which raises an alarm. An open alarm keeps the account from becoming active.
CREATE TABLE bank_notices (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES bank_accounts ON DELETE CASCADE,
  -- Null once the user is erased: their alarm remains.
  user_id uuid REFERENCES users ON DELETE SET NULL,
  token_hash text COLLATE "C" NOT NULL UNIQUE CHECK (length(token_hash) = 43),
  created_at timestamptz NOT NULL DEFAULT now(),
  alarm_at timestamptz CHECK (isfinite(alarm_at)),
  dismissed_by uuid,
  dismissed_at timestamptz CHECK (dismissed_at >= alarm_at),
  dismiss_reason text CHECK (length(dismiss_reason) BETWEEN 3 AND 500),
  UNIQUE (account_id, user_id),
  CONSTRAINT bank_notices_dismissed CHECK (num_nonnulls(dismissed_by, dismissed_at, dismiss_reason) IN (0, 3)
    AND (dismissed_at IS NULL OR alarm_at IS NOT NULL))
);
CREATE INDEX bank_notices_user ON bank_notices (user_id);
CREATE INDEX bank_notices_alarms ON bank_notices (account_id) WHERE alarm_at IS NOT NULL;

-- When reminders of a customer's invoices, or of one invoice, are sent; without a row, by INVOICE_REMINDER_DAYS. Days are counted from the due
-- date; none means never.
CREATE TABLE reminder_settings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  invoice_id uuid UNIQUE,
  days integer[] NOT NULL CHECK (cardinality(days) <= 6 AND array_position(days, NULL) IS NULL AND -60 <= ALL(days) AND 365 >= ALL(days)),
  updated_by uuid NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (customer_id, invoice_id) REFERENCES invoices (customer_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX reminder_settings_customer ON reminder_settings (customer_id) WHERE invoice_id IS NULL;

-- One reminder of an invoice to one user for one stage, the days from the due date: never a second one. sent_at: when the mail was sent.
CREATE TABLE invoice_reminders (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  invoice_id uuid NOT NULL,
  user_id uuid REFERENCES users ON DELETE SET NULL,
  due_date date NOT NULL,
  stage integer NOT NULL CHECK (stage BETWEEN -60 AND 365),
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  UNIQUE (invoice_id, user_id, due_date, stage),
  FOREIGN KEY (customer_id, invoice_id) REFERENCES invoices (customer_id, id) ON DELETE CASCADE
);
CREATE INDEX invoice_reminders_customer ON invoice_reminders (customer_id, invoice_id);
CREATE INDEX invoice_reminders_user ON invoice_reminders (user_id);
-- For those who look for what is due on a day, across customers.
CREATE INDEX invoices_reminded ON invoices (due_date) WHERE is_unpaid AND due_date IS NOT NULL;

-- As in 0003.
DO $$
DECLARE protected text;
BEGIN
  FOREACH protected IN ARRAY ARRAY['bank_accounts', 'bank_notices', 'reminder_settings', 'invoice_reminders'] LOOP
    EXECUTE format('ALTER TABLE %1$I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
      GRANT SELECT, INSERT, UPDATE, DELETE ON %1$I TO portal_operator;
      CREATE POLICY operator_all ON %1$I TO portal_operator USING (current_user = ''portal_operator'')', protected);
  END LOOP;
END $$;
