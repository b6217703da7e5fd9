#!/bin/sh
# As the entry point of nginx's own image: fills in the templates with the variables that are set.
set -eu
for template in /etc/nginx/templates/*.template; do
  [ -f "$template" ] || continue
  name=$(basename "$template" .template)
  [ -n "${NGINX_ENTRYPOINT_QUIET_LOGS:-}" ] || echo "$0: writing $name"
  envsubst "$(env | sed -n 's/^\([A-Za-z_][A-Za-z0-9_]*\)=.*/${\1}/p')" < "$template" > "/etc/nginx/conf.d/$name"
done
exec "$@"
