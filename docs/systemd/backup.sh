#!/bin/sh
# Makes one backup, encrypted for the key in BACKUP_RECIPIENT if that is set, and deletes those older than BACKUP_DAYS (30).
# Call it from the folder of the server: backup.sh <folder>
set -eu
umask 077
folder=$1
file="$folder/portal-$(date -u +%Y%m%dT%H%M%SZ).gz"
trap 'rm -f "$file.part" "$file.gpg.part"' EXIT

node build/api/portal.js backup "$file.part"
if [ -n "${BACKUP_RECIPIENT:-}" ]; then
  gpg --batch --yes --no-auto-key-locate --trust-model always --recipient "$BACKUP_RECIPIENT" --output "$file.gpg.part" --encrypt "$file.part"
  mv "$file.gpg.part" "$file.gpg"
else
  mv "$file.part" "$file"
fi
# Only after a backup that worked: a server that fails for a month keeps the ones it has.
find "$folder" -maxdepth 1 -name 'portal-*.gz*' -mtime "+${BACKUP_DAYS:-30}" -delete
