#!/bin/sh
# On a new cluster: the product's database, its owner (for migrations alone) and the role that servers sign in as, which
# owns nothing, makes no tables and rewrites no audit. Neither is a superuser, so that row-level security binds both.
# For a cluster that is there already: docs/operate/connections.md, "Roles".
set -eu
# Each password is in a file, or in the variable itself.
[ -z "${TESSERA_DB_PASSWORD_FILE:-}" ] || TESSERA_DB_PASSWORD=$(cat "$TESSERA_DB_PASSWORD_FILE")
[ -z "${TESSERA_SERVER_DB_PASSWORD_FILE:-}" ] || TESSERA_SERVER_DB_PASSWORD=$(cat "$TESSERA_SERVER_DB_PASSWORD_FILE")
psql --set ON_ERROR_STOP=1 --set password="$TESSERA_DB_PASSWORD" --set server_password="$TESSERA_SERVER_DB_PASSWORD" \
  --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role tessera login createrole password :'password';
create role tessera_server login noinherit password :'server_password';
create role tessera_realm nologin noinherit;
create role tessera_all nologin noinherit;
create role tessera_console nologin inherit;
select :SERVER_VERSION_NUM >= 160000 as grants_have_options \gset
\if :grants_have_options
grant tessera_all to tessera_console with inherit true, set false;
grant tessera_realm, tessera_all, tessera_console to tessera with admin true, inherit false, set true;
grant tessera_realm, tessera_all, tessera_console to tessera_server with inherit false, set true;
\else
grant tessera_all to tessera_console;
grant tessera_realm, tessera_all, tessera_console to tessera with admin option;
grant tessera_realm, tessera_all, tessera_console to tessera_server;
\endif
create database tessera owner tessera;
SQL
