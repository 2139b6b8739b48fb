#!/bin/sh
# A bot in another language, for the protocol of docs/engine-protocol.md: it plays every game, at random.
#
#   sprawdzam arena nerwy --bots "program:sh examples/engine_bot.sh,instinct"

tab=$(printf '\t')
while IFS= read -r line; do
    case $line in
    "sprawdzam "*) printf 'name sh\nready\n' ;;
    "legal$tab"*) legal=${line#*"$tab"} ;;
    "go "*)
        IFS=$tab
        set -- $legal
        shift $((${line##* } % $#))
        echo "play $1"
        ;;
    quit) exit ;;
    esac
done
