package com.paydeal.deals.ops

import org.springframework.boot.actuate.health.Health
import org.springframework.boot.actuate.health.HealthIndicator
import org.springframework.stereotype.Component
import java.util.concurrent.atomic.AtomicInteger

/** How far the warm-up is. */
@Component
class WarmUpState {
    private val made = AtomicInteger()

    @Volatile
    private var done = false

    val calls: Int get() = made.get()

    val isDone: Boolean get() = done

    fun count() {
        made.incrementAndGet()
    }

    fun finish() {
        done = true
    }
}

/** For the group `startup` of /actuator/health. */
@Component("warmUp")
class WarmUpHealth(private val state: WarmUpState) : HealthIndicator {
    override fun health(): Health =
        (if (state.isDone) Health.up() else Health.outOfService()).withDetail("calls", state.calls).build()
}
