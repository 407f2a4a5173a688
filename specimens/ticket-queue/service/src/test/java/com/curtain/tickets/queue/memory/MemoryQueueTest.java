package com.curtain.tickets.queue.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.curtain.tickets.queue.Place;
import java.time.Duration;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class MemoryQueueTest {
    private static final int CAPACITY = 3;

    private final MemoryQueue queue = new MemoryQueue(CAPACITY, Duration.ofMinutes(1));

    @Test
    void whateverPeopleDoTheOrderAndTheBoundHold() {
        var random = new Random(7);
        var waiting = new TreeSet<Long>();
        var working = new TreeSet<Long>();
        for (int step = 0; step < 20_000; step++) {
            long someone = 1 + random.nextInt(step + 1);
            switch (random.nextInt(5)) {
                case 0, 1 -> waiting.add(queue.enter());
                case 2 -> assertThat(queue.leave(someone)).isEqualTo(waiting.remove(someone) | working.remove(someone));
                case 3 -> assertThat(queue.purchase(someone)).isEqualTo(working.remove(someone));
                default -> {
                    queue.advance();
                    while (working.size() < CAPACITY && !waiting.isEmpty()) {
                        working.add(waiting.pollFirst());
                    }
                }
            }
            assertThat(queue.place(someone).state() == Place.State.WAITING).isEqualTo(waiting.contains(someone));
            assertThat(queue.place(someone).state() == Place.State.WORKING).isEqualTo(working.contains(someone));
            assertThat(queue.status().working()).isEqualTo(working.size()).isLessThanOrEqualTo(CAPACITY);
            assertThat(queue.status().waiting()).isEqualTo(waiting.size());
        }
    }

    @Test
    void whoIsIdleMakesRoom() {
        var hasty = new MemoryQueue(1, Duration.ZERO);
        hasty.enter();
        hasty.enter();
        hasty.advance();
        hasty.advance();
        assertThat(hasty.place(1).state()).isEqualTo(Place.State.PASSED);
        assertThat(hasty.status().admitted()).isEqualTo(2);
    }
}
