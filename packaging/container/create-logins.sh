#!/bin/sh
# Runs once, in an empty PostgreSQL: one login owns the database and migrates it, the other serves requests.
set -eu
psql --set=ON_ERROR_STOP=1 --set=owner="$OWNER_PASSWORD" --set=server="$SERVER_PASSWORD" <<'SQL'
CREATE ROLE portal_owner LOGIN CREATEROLE CREATEDB PASSWORD :'owner';
CREATE ROLE portal_server LOGIN NOINHERIT PASSWORD :'server';
CREATE DATABASE portal OWNER portal_owner ENCODING 'UTF8' TEMPLATE template0;
SQL
