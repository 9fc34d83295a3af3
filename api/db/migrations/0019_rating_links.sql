-- The mail about a closed ticket has links by which its reader rates it. Their token is not that of the reply address: it can do nothing else.
ALTER TABLE reply_tokens ADD COLUMN purpose text NOT NULL DEFAULT 'reply' CHECK (purpose IN ('reply', 'rating'));
