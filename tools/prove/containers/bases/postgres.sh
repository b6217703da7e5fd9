#!/bin/sh
# As the entry point of PostgreSQL's own image: as root it prepares the folder and becomes postgres; an empty folder becomes a
# cluster, for which the scripts of /docker-entrypoint-initdb.d run once.
set -eu
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"
  chmod 700 "$PGDATA"
  chown -R postgres:postgres "$PGDATA" /run/postgresql
  exec setpriv --reuid=postgres --regid=postgres --clear-groups "$0" "$@"
fi
export POSTGRES_USER=postgres
[ -z "${POSTGRES_PASSWORD_FILE:-}" ] || POSTGRES_PASSWORD=$(cat "$POSTGRES_PASSWORD_FILE")
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf '%s' "$POSTGRES_PASSWORD" > /tmp/password
  initdb --username=postgres --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256 ${POSTGRES_INITDB_ARGS:-}
  rm /tmp/password
  echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
  printf "listen_addresses = '*'\nunix_socket_directories = '/run/postgresql'\n" >> "$PGDATA/postgresql.conf"
  pg_ctl -o "-c listen_addresses=''" -w start
  for script in /docker-entrypoint-initdb.d/*.sh; do sh "$script"; done
  pg_ctl -m fast -w stop
fi
exec "$@"
