package com.carshare.member.api

import org.springframework.boot.availability.ApplicationAvailability
import org.springframework.boot.availability.ReadinessState
import org.springframework.http.HttpStatus
import org.springframework.http.ResponseEntity
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController

/** 200 once the service accepts traffic, which is after every ApplicationReadyEvent listener has returned. */
@RestController
class HealthController(private val availability: ApplicationAvailability) {
    @GetMapping("/health")
    fun health(): ResponseEntity<Map<String, String>> =
        if (availability.readinessState == ReadinessState.ACCEPTING_TRAFFIC) {
            ResponseEntity.ok(mapOf("status" to "UP"))
        } else {
            ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE).body(mapOf("status" to "STARTING"))
        }
}
