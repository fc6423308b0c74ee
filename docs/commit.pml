/* commit.pml -- how several servers (nodes) write to the tables of one database, as a model for spin: one table,
 * two nodes, two players with MOVES messages each. Not the program itself: server/hall/hall.c and server/store/store_postgres.c
 * are to do what stands here. tests/tree/test_model.py checks it, and that spin finds each of the mistakes below.
 *
 * A node takes the table (its row lock; if another has it, it asks again), catches up, looks whether this very
 * action is stored already, judges, appends under the version it has, commits, acknowledges, and gives notice.
 * -EAGAIN: it goes back to what it had, and does the same message once more.
 *
 * What goes wrong, FAULTS of these at any moments: a node crashes and starts again; a player's line breaks, and the
 * message comes again under the same id, perhaps to the other node; a node loses its connection while its commit is
 * under way, which happens or not, now or later; the database takes the lock from a node that stands still for
 * too long, and that goes on as if nothing were; a notice gets lost.
 *
 * What holds: an acknowledged action is stored, and once; versions have no holes; no node ever has anything that the
 * database has not; of two actions that exclude each other one is refused; in the end every message is
 * answered and both nodes have everything.
 *
 * Mistakes (-D): ACK_EARLY acknowledges before the commit; NO_LOCK neither locks nor looks at the version; FORGET_ID
 * does not look for the action; NO_VERSION believes a node whose lock was taken away; NO_RELOAD keeps what was not
 * committed; NO_POLL relies on notices. */

#ifndef FAULTS
#define FAULTS 2
#endif
#define NODES    2
#define SEATS    2
#ifndef MOVES
#define MOVES 1
#endif
#define ROOM     5                      /* events the log has room for: more than there can be */
#define SESSIONS 4                      /* one of each node, and those that they have lost, while the database has them */
#define LOST(me) (NODES + (me))
#define ID(seat, k) (1 + (seat) * MOVES + (k))
#define SEAT(id) (((id) - 1) / MOVES)
#define CLAIM(id) (((id) - 1) % MOVES == 0) /* first messages: both want the same, and one can have it */

#ifdef NO_LOCK
#define CAN_TAKE true
#else
#define CAN_TAKE lock == 0
#endif
#ifdef FORGET_ID
#define KNOWN false
#else
#define KNOWN found
#endif

mtype = { NONE, OPEN, SENT, GOOD, BAD }; /* a session: no batch, has the lock, commits, committed, failed */
typedef session {
    mtype state;
    byte id;   /* what it appends */
    byte at    /* ... behind so many events */
};
typedef events {
    byte id[ROOM];
    byte n
};

events stored;          /* what is committed */
events has[NODES];      /* what a node has in memory */
byte lock;              /* 1 + the session that has the table; 0: none */
session ses[SESSIONS];
bool down[NODES];       /* it crashes now */
bool notice[NODES];     /* it was told that there is something new */
byte line[SEATS];       /* the node a player is connected to */
bool broken[SEATS];     /* that was cut */
bool finished[SEATS];   /* all messages of this player are answered */
chan inbox[NODES] = [6] of { byte };         /* ids of messages */
chan answer[SEATS] = [4] of { byte, bool };  /* id, and whether it was done */
byte faults = FAULTS;   /* those that may still come */
hidden byte i, found, claims; /* for counting, inside one step */

/* How often an action is there; whether somebody has what both wanted. */
inline count(where, what)
{
    found = 0; claims = 0; i = 0;
    do
    :: i < where.n -> found = found + (where.id[i] == what); claims = claims + CLAIM(where.id[i]); i++
    :: else -> break
    od;
    i = 0
}

/* The node has all that is committed, and had nothing else. */
inline catch_up(me)
{
    i = 0;
    do
    :: i < has[me].n && i < stored.n -> assert(has[me].id[i] == stored.id[i]); i++
    :: else -> break
    od;
    assert(has[me].n <= stored.n);
    do
    :: i < stored.n -> has[me].id[i] = stored.id[i]; i++
    :: else -> break
    od;
    has[me].n = stored.n; i = 0
}

/* ---- the database ---- */

inline commit_now(k)
{
    if
#ifdef NO_LOCK
    :: true ->
#else
    :: lock == k + 1 && stored.n == ses[k].at ->
#endif
        assert(stored.n == ses[k].at); /* no hole, and nothing is written over */
        stored.id[stored.n] = ses[k].id; stored.n++;
        count(stored, ses[k].id);
        assert(found == 1 && claims <= 1);
        ses[k].state = GOOD
#ifndef NO_LOCK
    :: else -> ses[k].state = BAD
#endif
    fi;
    if :: lock == k + 1 -> lock = 0 :: else fi
}

inline end_session(k)
{
    if :: lock == k + 1 -> lock = 0 :: else fi;
    ses[k].state = NONE; ses[k].id = 0; ses[k].at = 0
}

active [SESSIONS] proctype database()
{
    byte k = _pid;
end:
    do
    :: d_step { ses[k].state == SENT -> commit_now(k) }
    :: d_step { k >= NODES && ses[k].state != NONE -> end_session(k) } /* sooner or later; a commit may never have come */
    od
}

/* ---- a node ---- */

inline reply(me, id, ok)
{
    if
    :: line[SEAT(id)] == me && !broken[SEAT(id)] -> answer[SEAT(id)]!id, ok
    :: else
    fi
}

inline give_notice(me)
{
#ifdef NO_POLL
    if :: notice[1 - me] = true :: true fi /* it may get lost */
#else
    skip
#endif
}

/* The connection is lost: what was under way is the database's. */
inline lose_session(me)
{
    assert(ses[LOST(me)].state == NONE);
    ses[LOST(me)].state = ses[me].state; ses[LOST(me)].id = ses[me].id; ses[LOST(me)].at = ses[me].at;
    if :: lock == me + 1 -> lock = LOST(me) + 1 :: else fi;
    end_session(me)
}

proctype node(byte me)
{
    byte id;
again:
    {
end:
        do
        :: inbox[me]?id ->
retry:
            atomic { /* take: lock, and catch up; then look for the action, and judge */
                CAN_TAKE -> catch_up(me);
                count(has[me], id);
                if
                :: KNOWN -> reply(me, id, true); id = 0; goto end
                :: !KNOWN && CLAIM(id) && claims -> reply(me, id, false); id = 0; goto end
                :: else -> /* the room takes the step */
                    lock = me + 1; ses[me].state = OPEN; ses[me].id = id; ses[me].at = has[me].n;
                    assert(has[me].n < ROOM);
                    has[me].id[has[me].n] = id; has[me].n++
                fi
            };
#ifdef ACK_EARLY
            reply(me, id, true);
#endif
            d_step {
                if
                :: ses[me].state == OPEN -> ses[me].state = SENT
#ifdef NO_VERSION
                :: else -> stored.id[ses[me].at] = id; stored.n = ses[me].at + 1; ses[me].state = GOOD
#else
                :: else /* BAD: the lock was taken away */
#endif
                fi
            };
            if
            :: atomic { ses[me].state == GOOD -> end_session(me); give_notice(me) }
            :: atomic { ses[me].state == BAD -> end_session(me); goto undo }
            :: atomic { faults > 0 && ses[LOST(me)].state == NONE -> faults--; lose_session(me); goto undo }
            fi;
#ifndef ACK_EARLY
            atomic { reply(me, id, true) };
#endif
            id = 0
#ifdef NO_POLL
        :: d_step { notice[me] -> notice[me] = false; catch_up(me) }
#else
        :: d_step { has[me].n != stored.n -> catch_up(me) } /* a notice came; or it got lost, and this is the poll */
#endif
        od;
undo:
        atomic {
#ifndef NO_RELOAD
            has[me].n--; has[me].id[has[me].n] = 0;
#endif
            goto retry
        }
    } unless {
        atomic {
            down[me] -> down[me] = false;
            d_step {
                lose_session(me);
                id = 0; notice[me] = false;
                do :: has[me].n > 0 -> has[me].n--; has[me].id[has[me].n] = 0 :: else -> break od;
                broken[0] = broken[0] || line[0] == me; broken[1] = broken[1] || line[1] == me
            };
            do :: inbox[me]?_ :: empty(inbox[me]) -> break od
        }
    };
    goto again
}

/* ---- a player ---- */

proctype player(byte seat)
{
    byte k, got;
    bool ok;
    do
    :: k == MOVES -> break
    :: k < MOVES ->
        broken[seat] = true; /* not yet connected */
        do
        :: atomic {
                answer[seat]?got, ok ->
                if
                :: got == ID(seat, k) -> break
                :: else -> got = 0; ok = false /* of an earlier one, which was sent twice */
                fi
            }
        :: atomic {
                broken[seat] -> broken[seat] = false;
                if :: line[seat] = 0 :: line[seat] = 1 fi;
                inbox[line[seat]]!ID(seat, k)
            }
        od;
        atomic {
            count(stored, got);
            assert(found == ok);
            got = 0; ok = false; k++
        }
    od;
    atomic { k = 0; line[seat] = NODES; broken[seat] = false; finished[seat] = true };
end:
    do
    :: answer[seat]?_, _
    od
}

/* ---- what goes wrong ---- */

proctype trouble()
{
end:
    do
    :: atomic { faults > 0 && ses[LOST(0)].state == NONE -> faults--; down[0] = true }
    :: atomic { faults > 0 && ses[LOST(1)].state == NONE -> faults--; down[1] = true }
    :: d_step { faults > 0 && line[0] < NODES -> faults--; broken[0] = true }
    :: d_step { faults > 0 && line[1] < NODES -> faults--; broken[1] = true }
    :: d_step {
            faults > 0 && lock > 0 && lock <= NODES && ses[lock - 1].state == OPEN ->
            faults--; ses[lock - 1].state = BAD; lock = 0
        }
    :: faults <= FAULTS /* time goes by */
    od
}

init
{
    atomic {
        i = 0;
        do :: i < SESSIONS -> ses[i].state = NONE; i++ :: else -> break od;
        i = 0;
        run node(0); run node(1); run player(0); run player(1); run trouble()
    }
}

/* Everything is answered, and both nodes have all of it. */
ltl answered { <> [] (finished[0] && finished[1] && has[0].n == stored.n && has[1].n == stored.n) }
