#!/bin/sh
# Makes the secrets of docker-compose.yml in the folder ./secrets, one file each, and the public key of web push in .env. A file
# that is there already stays. Only the owner may enter the folder; the files are readable in it, since containers read them as
# users of their own. Needs openssl.
set -eu
cd "$(dirname "$0")/.."
mkdir -p secrets
chmod 700 secrets
umask 022

# keep <name> <value>: writes the file unless it is there.
keep() {
  [ -s "secrets/$1" ] || printf '%s' "$2" > "secrets/$1"
}
random() {
  openssl rand -base64 36 | tr -d '\n' | tr '+/' '-_'
}
base64url() {
  base64 | tr -d '\n=' | tr '+/' '-_'
}

for name in postgres_password owner_password server_password token_secret admin_password metrics_token; do
  keep "$name" "$(random)"
done
keep owner_database_url "postgres://tessera:$(cat secrets/owner_password)@postgres:5432/tessera"
keep database_url "postgres://tessera_server:$(cat secrets/server_password)@postgres:5432/tessera"
keep sealing_keys "k1:$(openssl rand -base64 32)"
# Filled in later with a token that is made in the console.
[ -e secrets/worker_token ] || : > secrets/worker_token

if [ ! -s secrets/vapid_private_key ]; then
  key=$(mktemp)
  trap 'rm -f "$key"' EXIT
  openssl ecparam -name prime256v1 -genkey -noout -out "$key"
  # In DER the private number is 32 bytes behind 7 of structure; the public point is the last 65.
  keep vapid_private_key "$(openssl ec -in "$key" -outform DER 2> /dev/null | tail -c +8 | head -c 32 | base64url)"
  public=$(openssl ec -in "$key" -pubout -outform DER 2> /dev/null | tail -c 65 | base64url)
  [ -f .env ] || cp .env.example .env
  sed -i "s|^VAPID_PUBLIC_KEY=.*|VAPID_PUBLIC_KEY=$public|" .env
fi
echo "The secrets are in ./secrets, the first administrator's password in ./secrets/admin_password."
