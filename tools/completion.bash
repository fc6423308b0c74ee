# bash completion for tambo. Installed as bash-completion/completions/tambo.

_tambo()
{
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]} sub=${COMP_WORDS[2]} words='' files=''
    local levels='beginner learner casual regular skilled expert master'
    COMPREPLY=()

    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W "play puzzle arena analyse simulate replay verify legal view scenario sheet serve health backup db help --help --version" -- "$cur")
        return
    fi
    case $prev in
    --mode) words=$(tambo --help 2>/dev/null | sed -n "s/^  $sub  *//p" | tr -d ,) ;;
    --board) words="tiny long" ;;
    --difficulty) words="gentle fair tricky fiendish" ;;
    --technique) words=$(tambo puzzle --help 2>/dev/null | sed -n '/^Techniques/,$s/^  \([a-z]*\) .*/\1/p') ;;
    --language) words=$(tambo scenario list --language ? 2>&1 | sed -n 's/.*expected \(.*\), not.*/\1/; s/,\| or / /gp') ;;
    --option) words="final-level=" ;;
    --rules) words="1 2" ;;
    --bot | --bots) words="$levels random greedy" ;;
    --seat)
        case $command in
        play) words="human bot $levels random greedy" ;;
        view) words="1 2 3 4 spectator" ;;
        *) words="1 2 3 4" ;;
        esac
        ;;
    --sheet)
        words="a b" files=1
        [[ $sub == temple ]] && words+=" c d"
        ;;
    --scenario) words=$(tambo scenario list 2>/dev/null | cut -d ' ' -f 1) files=1 ;;
    --record | --day | --config | --db | --cert | --key | --files) files=1 ;;
    --log) words="error info debug" ;;
    --host) words="127.0.0.1 0.0.0.0" ;;
    --players) words="1 2 3 4" ;;
    --seed | --rating | --games | --count | --playouts | --threads | --sprt | --fair | --commit | --port | --store | --url | --origins | --max-conns | \
        --max-tables | --create-hour | --newcomers-minute | --address-hour | --max-unattended | --max-db-mib | --rate | --burst | --player-rate | --player-burst | --queue-kib | --queues-mib | --ping-s | \
        --workers | --think-ms | --keep-days | --keep-open-days | --wait) ;;
    *)
        case $command in
        play | simulate)
            words="--players --mode --bot --seed --record --help"
            [[ $sub == tiwanaku ]] && words+=" --scenario --board --option" || words+=" --sheet"
            [[ $command == simulate ]] && words+=" --games --playouts --fair --rules" || words+=" --seat --language"
            [[ $sub == tiwanaku ]] && words+=" --difficulty"
            if ((COMP_CWORD == 2)); then
                words="temple valley tiwanaku --help"
                [[ $command == play ]] && words+=" --record"
            fi
            ;;
        arena)
            words="--bots --games --seed --mode --players --rules --playouts --sprt --threads --record --help"
            [[ $sub == tiwanaku ]] && words+=" --scenario --board --difficulty --option" || words+=" --sheet"
            ((COMP_CWORD == 2)) && words="temple valley tiwanaku --help"
            ;;
        analyse) words="--seat --playouts --seed --json --help" files=1 ;;
        puzzle)
            words="--technique --difficulty --board --rating --seed --json --language --help"
            ((COMP_CWORD == 2)) && words="certain whole $words"
            ;;
        legal | view) words="--seat --help" files=1 ;;
        replay) words="--story --help" files=1 ;;
        verify) words="--commit --day --help" files=1 ;;
        scenario)
            case $sub in
            new) words="--board --difficulty --seed --count --id --short --help" ;;
            show | rate | id)
                words=$(tambo scenario list 2>/dev/null | cut -d ' ' -f 1) files=1
                [[ $sub == show ]] && words+=" --picture --text"
                [[ $sub == rate ]] && words+=" --json"
                ;;
            hint) words="--seat --plain --json" files=1 ;;
            list) words="--language" ;;
            check | solve) files=1 ;;
            esac
            ((COMP_CWORD == 2)) && words="new check solve rate hint show list id --help" files=''
            ;;
        sheet)
            case $sub in
            show)
                words="temple valley"
                ((COMP_CWORD == 4)) && words="a b"
                ((COMP_CWORD == 4)) && [[ ${COMP_WORDS[3]} == temple ]] && words+=" c d"
                ;;
            check) files=1 ;;
            esac
            ((COMP_CWORD == 2)) && words="check list show --help" files=''
            ;;
        serve)
            words="--config --host --port --db --store --cert --key --proxied --no-proxied --url --origins --files --daily --no-daily --metrics
                --no-metrics --metrics-token --max-conns --max-tables --create-hour --newcomers-minute --address-hour --max-unattended --max-db-mib --rate --burst --player-rate --player-burst
                --queue-kib --queues-mib --ping-s --workers --think-ms --keep-days --keep-open-days --log --log-json --no-log-json --print-config
                --help"
            ;;
        health) words="http://127.0.0.1:8080 --config --wait --help" ;;
        backup) words="--db --help" files=1 ;;
        db)
            words="--db --yes --top --help"
            ((COMP_CWORD == 2)) && words="check copy list delete rotate-key --help"
            ((COMP_CWORD == 3)) && [[ ${COMP_WORDS[2]} == delete ]] && words="table player said"
            [[ ${COMP_WORDS[2]} == copy ]] && files=1
            ((COMP_CWORD == 3)) && [[ ${COMP_WORDS[2]} == list ]] && words="tables players months --db --top"
            ;;
        help) words="play puzzle arena analyse simulate replay verify legal view scenario sheet serve health backup db" ;;
        esac
        ;;
    esac

    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
    [[ -z $files ]] || mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$cur")
}
complete -o filenames -F _tambo tambo
