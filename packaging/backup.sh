#!/bin/sh
# Makes one backup in a folder, encrypted for the key in BACKUP_RECIPIENT if that is set, and deletes those older than
# BACKUP_DAYS (30). The timer runs it: backup.sh <folder>
set -eu
umask 077
folder=$1
file="$folder/portal-$(date -u +%Y%m%dT%H%M%SZ).gz"
GNUPGHOME=${GNUPGHOME:-$folder/gnupg}
export GNUPGHOME

# A file with its final name is complete. It is encrypted before it reaches the disk.
if [ -n "${BACKUP_RECIPIENT:-}" ]; then
  /usr/bin/rempart-azur backup "$file.gpg" --recipient "$BACKUP_RECIPIENT"
else
  /usr/bin/rempart-azur backup "$file"
fi
# Only after a backup that has everything: a server that fails for a month keeps the ones it has.
find "$folder" -maxdepth 1 -name 'portal-*.gz*' -mtime "+${BACKUP_DAYS:-30}" -delete
