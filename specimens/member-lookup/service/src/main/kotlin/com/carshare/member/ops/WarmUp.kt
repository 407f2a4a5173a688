package com.carshare.member.ops

import com.fasterxml.jackson.databind.JsonNode
import org.slf4j.LoggerFactory
import org.springframework.beans.factory.annotation.Value
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty
import org.springframework.boot.context.event.ApplicationReadyEvent
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext
import org.springframework.context.event.EventListener
import org.springframework.stereotype.Component
import org.springframework.web.client.RestClient
import org.springframework.web.client.RestClientException
import org.springframework.web.client.body
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit

/** Calls the main endpoints over HTTP before the service says it is ready. */
@Component
@ConditionalOnProperty("member.warmup", havingValue = "true")
class WarmUp(
    private val server: ServletWebServerApplicationContext,
    @Value("\${member.warmup-calls}") private val calls: Int,
    @Value("\${member.warmup-token}") private val token: String,
) {
    private val log = LoggerFactory.getLogger(javaClass)

    @EventListener(ApplicationReadyEvent::class)
    fun run() {
        val started = System.nanoTime()
        val http = RestClient.create("http://127.0.0.1:${server.webServer.port}")
        val workers = Executors.newFixedThreadPool(WORKERS)
        repeat(WORKERS) { workers.execute { lookUp(http, calls / WORKERS) } }
        workers.shutdown()
        workers.awaitTermination(2, TimeUnit.MINUTES)
        log.info("warmed up with {} calls in {} ms", calls, (System.nanoTime() - started) / 1_000_000)
    }

    private fun lookUp(http: RestClient, times: Int) {
        try {
            repeat(times) {
                val member = http.get().uri("/members/token/{token}", token).retrieve().body<JsonNode>() ?: return
                http.get().uri("/members/{id}", member["id"].asLong()).retrieve().toBodilessEntity()
                http.get().uri("/members/by-email?email={email}", member["email"].asText()).retrieve()
                    .toBodilessEntity()
            }
        } catch (e: RestClientException) {
            log.warn("warm-up ended early: {}", e.message)
        }
    }

    private companion object {
        const val WORKERS = 8
    }
}
