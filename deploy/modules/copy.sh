#!/bin/sh
# Copies the built module in folder $1 to $2, where servers look for it. They see either the old release or the new one: a
# folder that is only half there is refused and looked at again.
set -eu
rm -rf "$2.new"
cp -R "$1" "$2.new"
rm -rf "$2"
mv "$2.new" "$2"
