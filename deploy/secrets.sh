#!/bin/sh
# Makes the secrets in the folder ./secrets, one file each, and the public key of web push in .env. A file that is there already
# stays. Only the owner may enter the folder; the files are readable in it, since containers read them as users of their own.
# SECRETS, SETTINGS and DATABASE name another folder, another file of settings and the database's host and port. Needs openssl.
set -eu
cd "$(dirname "$0")/.."
secrets=${SECRETS:-secrets}
settings=${SETTINGS:-.env}
database=${DATABASE:-postgres:5432}
mkdir -p "$secrets"
chmod 700 "$secrets"
umask 022

# keep <name> <value>: writes the file unless it is there.
keep() {
  [ -s "$secrets/$1" ] || printf '%s' "$2" > "$secrets/$1"
}
random() {
  openssl rand -base64 36 | tr -d '\n' | tr '+/' '-_'
}
base64url() {
  base64 | tr -d '\n=' | tr '+/' '-_'
}

for name in postgres_password owner_password server_password backup_password backup_passphrase token_secret admin_password metrics_token; do
  keep "$name" "$(random)"
done
# keep_address <name> <role> <file of its password> <database>
keep_address() {
  keep "$1" "postgres://$2:$(cat "$secrets/$3")@$database/$4"
}
keep_address admin_database_url postgres postgres_password postgres
keep_address owner_database_url tessera owner_password tessera
keep_address database_url tessera_server server_password tessera
keep_address backup_database_url tessera_backup backup_password tessera
keep sealing_keys "k1:$(openssl rand -base64 32)"
# Filled in by hand: a token that is made in the console, the address of a standby, the secret of a bucket, the address of an SMTP server.
for name in worker_token database_read_url s3_secret_access_key smtp_url; do
  [ -e "$secrets/$name" ] || : > "$secrets/$name"
done

if [ ! -s "$secrets/vapid_private_key" ]; then
  key=$(mktemp)
  trap 'rm -f "$key"' EXIT
  openssl ecparam -name prime256v1 -genkey -noout -out "$key"
  # In DER the private number is 32 bytes behind 7 of structure; the public point is the last 65.
  keep vapid_private_key "$(openssl ec -in "$key" -outform DER 2> /dev/null | tail -c +8 | head -c 32 | base64url)"
  public=$(openssl ec -in "$key" -pubout -outform DER 2> /dev/null | tail -c 65 | base64url)
  [ -f "$settings" ] || cp .env.example "$settings"
  sed -i "s|^VAPID_PUBLIC_KEY=.*|VAPID_PUBLIC_KEY=$public|" "$settings"
fi
echo "The secrets are in $secrets, the first administrator's password in $secrets/admin_password."
