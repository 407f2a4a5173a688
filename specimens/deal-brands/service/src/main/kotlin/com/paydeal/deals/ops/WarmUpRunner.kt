package com.paydeal.deals.ops

import org.slf4j.LoggerFactory
import org.springframework.boot.ApplicationArguments
import org.springframework.boot.ApplicationRunner
import org.springframework.stereotype.Component

/** Makes the calls of the warm-up before the service says that it is ready. */
@Component
class WarmUpRunner(
    private val settings: WarmUpSettings,
    private val state: WarmUpState,
    private val logic: BusiestLogic,
    private val web: OwnPing,
) : ApplicationRunner {
    private val log = LoggerFactory.getLogger(javaClass)

    override fun run(args: ApplicationArguments) {
        val started = System.nanoTime()
        when (settings.mode) {
            WarmUpSettings.Mode.NONE -> Unit
            WarmUpSettings.Mode.PING -> callAll { web.call() }
            WarmUpSettings.Mode.LOGIC -> callAll(logic::call)
        }
        state.finish()
        log.info("warm-up {}: {} calls in {} ms", settings.mode, state.calls, (System.nanoTime() - started) / 1_000_000)
    }

    /** A service that cannot warm up starts all the same. */
    private fun callAll(call: (Int) -> Unit) {
        try {
            repeat(settings.calls) {
                call(it)
                state.count()
            }
        } catch (e: RuntimeException) {
            log.warn("warm-up ended early", e)
        }
    }
}
