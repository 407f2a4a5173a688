# To be sourced by restore.sh after turn.sh: what is tried once and not at random moments. Each prints a row of a table: what, with which experiment, what was said, as before.

row() { # WHAT SAID [COMMAND...]: as before, or as the command says, within 10 s
    local what=$1 said=$2 held=no
    shift 2
    if within 10000 "${@:-is_as_before}"; then held=yes; fi
    echo "| $what | $(named "$kind") | $said | $held |"
}

# how a process that is ours ended; it is ended after so many milliseconds
code_of() { # PID MILLISECONDS
    within "$2" has_gone "$1" || kill -9 "$1"
    local code=0
    wait "$1" 2>/dev/null || code=$?
    echo "$code"
}
has_gone() { ! kill -0 "$1" 2>/dev/null; }

# a second tool comes while the first has the service changed, and goes on after it unless it was refused
two_tools() { # KIND NUMBER one|two: state folders
    local first_one second
    end=''
    begin "$1" "$2"
    start 1
    until_under_way
    within 60000 is_changed
    first_one=$running
    [ "$3" = one ] || its[0]="XDG_STATE_HOME=$place/other"
    aim 2
    env --default-signal=INT "${its[@]}" "$tool" "${experiment[@]}" >"$place/second" 2>&1 </dev/null &
    second=$!
    pause 8000
    kill -INT "$first_one" 2>/dev/null || true
    code_of "$first_one" 30000 >"$place/first-code"
    pause 3000
    kill -INT "$second" 2>/dev/null || true
    code_of "$second" 30000 >"$place/second-code"
    row "two tools, $3 state folder$([ "$3" = one ] || echo s)" "the second ended with $(cat "$place/second-code"), the first with $(cat "$place/first-code")"
}

# another process takes the place of the service, with other sizes: a restore that was meant for the old one leaves it alone
target_restarted() { # KIND NUMBER alive|killed: the tool meanwhile
    end=''
    begin "$1" "$2"
    start 1
    until_under_way
    within 60000 is_changed
    kill -9 "$service"
    wait "$service" 2>/dev/null || true
    serve 7
    before=$(reading)
    [ "$3" = alive ] || kill -9 "$running"
    code_of "$running" 60000 >"$place/code"
    within 30000 none_of_ours || true
    row "target restarted, tool $3" "the tool ended with $(cat "$place/code")"
}

# the journal lies on a disk on which so many bytes are left: too few for what opens an entry, or for what closes it
disk_full() { # NUMBER KILL|INT: one row for all
    local bytes line refused=0 noticed=0 left=''
    end=''
    begin command-0 "$1"
    line='{"closed":{"id":"none","how":""}}'
    for bytes in $(seq 0 50 1000); do
        mkdir -p "$state"
        mount -t tmpfs -o size=16k,mode=700 tmpfs "$state" || { echo "SKIPPED (1): a full disk: nothing can be mounted here" >&2; return; }
        mkdir -m 700 "${journal%/*}"
        # a line that closes nothing, after which so many bytes are left of the page, and no other page
        (umask 077 && printf '{"closed":{"id":"none","how":"%*s"}}\n' $((4096 - bytes - ${#line} - 1)) '' >"$journal")
        head -c 64k /dev/zero >"$state/rest" 2>/dev/null || true
        start "$bytes"
        within 8000 is_under_way || true
        pause 2000
        kill -s "$2" "$running" 2>/dev/null || true
        code_of "$running" 30000 >/dev/null
        within 10000 is_as_before || left="$left $bytes"
        within 20000 none_of_ours || left="$left $bytes"
        # a line that was cut off noted nothing
        if grep -qE '^\{"(open|done)".*"unix_ns":-?[0-9]+\}\} *$' "$journal"; then noticed=$((noticed + 1)); else refused=$((refused + 1)); fi
        # with room again the next command closes what is open, and changes nothing
        rm "$state/rest"
        env "${its[@]}" "$tool" restore >>"$place/restored" 2>&1 || left="$left $bytes"
        is_as_before || left="$left $bytes"
        umount "$state"
    done
    row "disk full at a write of the journal, $2" "nothing noted and nothing changed: $refused, noted: $noticed; wrong with so many bytes left:${left:- none}" [ -z "$left" ]
}

# the tool starts a shell, and that the service
behind_a_shell() { # NUMBER
    end=KILL
    begin variable-shell "$1"
    start 1
    until_under_way
    kill -9 "$running"
    code_of "$running" 1000 >"$place/code"
    row "service behind a shell, tool killed" "the tool ended with $(cat "$place/code")"
}

once() { # NUMBER: all of them, numbered from there
    local number=$1 kind way
    echo "| what | experiment | seen | as before |"
    echo "| --- | --- | --- | --- |"
    for kind in command-0 $live; do
        for way in one two; do one_of_them two_tools "$kind" $((number += 1)) $way; done
    done
    for kind in $live; do
        for way in alive killed; do one_of_them target_restarted "$kind" $((number += 1)) $way; done
    done
    if [ "$(id -u)" = 0 ]; then
        for way in INT KILL; do one_of_them disk_full $((number += 1)) $way; done
    else
        echo "SKIPPED (1): a full disk takes root to mount" >&2
    fi
    one_of_them behind_a_shell $((number += 1))
}

# in a subshell, so that what it starts ends with it; one that could not be tried does not end the others
one_of_them() {
    ("$@") & # not behind ||, where an error would be passed over
    wait $! || echo "| $* | | could not be tried | no |"
}
