#!/bin/sh
# On a new cluster: the product's own role and database. No superuser, so that row-level security binds it; it may
# make the roles that the migrations need.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$TESSERA_DB_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role tessera login createrole password :'password';
create database tessera owner tessera;
SQL
