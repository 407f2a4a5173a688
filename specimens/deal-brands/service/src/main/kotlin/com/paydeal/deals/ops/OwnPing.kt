package com.paydeal.deals.ops

import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext
import org.springframework.stereotype.Component
import org.springframework.web.client.RestClient

/** Calls /api/ping of this service, as the probes do: that warms the web layer and nothing behind it. */
@Component
class OwnPing(private val server: ServletWebServerApplicationContext) {
    private val http by lazy { RestClient.create("http://127.0.0.1:${server.webServer.port}") }

    fun call() {
        http.get().uri("/api/ping").retrieve().toBodilessEntity()
    }
}
