package com.curtain.tickets.queue.memory;

import com.curtain.tickets.queue.Place;
import com.curtain.tickets.queue.QueueStatus;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The queue of one performance. */
class MemoryQueue {
    private final int capacity;
    private final long idleAfterNs;
    private final Deque<Long> waiting = new ArrayDeque<>();
    /** Numbers of {@link #waiting} that have left: they are dropped when their turn comes. */
    private final Set<Long> left = new HashSet<>();
    /** Numbers and the moments at which they came, the earliest first. */
    private final Map<Long, Long> working = new LinkedHashMap<>();
    private long issued;
    private long admitted;
    private long sold;

    MemoryQueue(int capacity, Duration idleAfter) {
        this.capacity = capacity;
        this.idleAfterNs = idleAfter.toNanos();
    }

    synchronized long enter() {
        waiting.addLast(++issued);
        return issued;
    }

    synchronized Place place(long number) {
        if (isWaiting(number)) {
            return Place.waiting(number - waiting.peekFirst());
        }
        return isWorking(number) ? Place.working() : Place.outside(number, issued, admitted);
    }

    synchronized boolean leave(long number) {
        if (isWaiting(number)) {
            left.add(number);
            dropLeavers();
            return true;
        }
        return working.remove(number) != null;
    }

    synchronized boolean purchase(long number) {
        if (!isWorking(number)) {
            return false;
        }
        working.remove(number);
        sold++;
        return true;
    }

    synchronized void advance() {
        expire();
        while (working.size() < capacity && !waiting.isEmpty()) {
            admitted = waiting.removeFirst();
            working.put(admitted, System.nanoTime());
            dropLeavers();
        }
    }

    synchronized QueueStatus status() {
        expire();
        return new QueueStatus(issued, admitted, waiting.size() - left.size(), working.size(), sold);
    }

    private boolean isWaiting(long number) {
        return !waiting.isEmpty() && number >= waiting.peekFirst() && number <= issued && !left.contains(number);
    }

    private boolean isWorking(long number) {
        var since = working.get(number);
        return since != null && !isIdle(since);
    }

    private boolean isIdle(long since) {
        return System.nanoTime() - since >= idleAfterNs;
    }

    private void expire() {
        var eldest = working.values().iterator();
        while (eldest.hasNext() && isIdle(eldest.next())) {
            eldest.remove();
        }
    }

    private void dropLeavers() {
        while (!waiting.isEmpty() && left.remove(waiting.peekFirst())) {
            waiting.removeFirst();
        }
    }
}
