package com.curtain.tickets.queue;

/**
 * Where a number is.
 *
 * @param ahead numbers before it that the queue has not passed yet; those who have left count until it has
 */
public record Place(State state, long ahead) {
    public enum State {
        WAITING,
        /** May buy. */
        WORKING,
        /** Had its turn: has bought, has left, or was idle for too long. */
        PASSED,
        /** Has left before its turn. */
        LEFT,
        /** Was never handed out. */
        UNKNOWN
    }

    private static final Place WORKING = new Place(State.WORKING, 0);
    private static final Place PASSED = new Place(State.PASSED, 0);
    private static final Place LEFT = new Place(State.LEFT, 0);
    private static final Place UNKNOWN = new Place(State.UNKNOWN, 0);

    public static Place waiting(long ahead) {
        return new Place(State.WAITING, ahead);
    }

    public static Place working() {
        return WORKING;
    }

    /** The place of a number that is in neither space. */
    public static Place outside(long number, long issued, long admitted) {
        if (number < 1 || number > issued) {
            return UNKNOWN;
        }
        return number <= admitted ? PASSED : LEFT;
    }
}
