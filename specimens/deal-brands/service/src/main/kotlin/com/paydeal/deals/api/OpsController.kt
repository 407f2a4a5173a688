package com.paydeal.deals.api

import com.paydeal.deals.ops.WarmUpState
import org.springframework.http.HttpStatus
import org.springframework.http.ResponseEntity
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RestController

/** What the probes of the platform call. */
@RestController
@RequestMapping("/api")
class OpsController(private val warmUp: WarmUpState) {
    @GetMapping("/ping")
    fun ping() = mapOf("pong" to true)

    /** 200 once the warm-up is done, for a startup probe. */
    @GetMapping("/warmup")
    fun warmUp(): ResponseEntity<Map<String, Any>> {
        val status = if (warmUp.isDone) HttpStatus.OK else HttpStatus.SERVICE_UNAVAILABLE
        return ResponseEntity.status(status).body(mapOf("done" to warmUp.isDone, "calls" to warmUp.calls))
    }
}
