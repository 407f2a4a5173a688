package com.carshare.member.auth

import org.apache.hc.client5.http.config.RequestConfig
import org.apache.hc.client5.http.impl.classic.HttpClients
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder
import org.apache.hc.core5.util.Timeout
import org.springframework.beans.factory.annotation.Value
import org.springframework.http.HttpStatus
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory
import org.springframework.stereotype.Component
import org.springframework.web.client.RestClient
import org.springframework.web.client.body
import java.time.Instant

/** Asks the auth service whose token this is. */
@Component
class AuthClient(
    builder: RestClient.Builder,
    @Value("\${member.auth-url}") authUrl: String,
    @Value("\${member.auth-connections}") connections: Int,
) {
    private val http = builder.baseUrl(authUrl).requestFactory(pooledRequests(connections)).build()

    fun resolve(token: String): TokenOwner =
        http.get()
            .uri("/tokens/{token}", token)
            .retrieve()
            .onStatus({ it.isSameCodeAs(HttpStatus.NOT_FOUND) }) { _, _ -> throw InvalidTokenException() }
            .body<TokenOwner>()
            ?: throw InvalidTokenException()
}

data class TokenOwner(val memberId: Long, val scope: String, val expiresAt: Instant)

class InvalidTokenException : RuntimeException("token is not valid")

private fun pooledRequests(atMost: Int): HttpComponentsClientHttpRequestFactory {
    val connections = PoolingHttpClientConnectionManagerBuilder.create()
        .setMaxConnTotal(atMost)
        .setMaxConnPerRoute(atMost)
        .build()
    val timeouts = RequestConfig.custom()
        .setResponseTimeout(Timeout.ofSeconds(5))
        .build()
    val client = HttpClients.custom()
        .setConnectionManager(connections)
        .setDefaultRequestConfig(timeouts)
        .build()
    return HttpComponentsClientHttpRequestFactory(client)
}
