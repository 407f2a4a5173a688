package com.carshare.member.auth

import org.springframework.beans.factory.annotation.Value
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty
import org.springframework.context.annotation.Primary
import org.springframework.stereotype.Component
import org.springframework.web.client.RestClient

/** Has the lock that a cache of tokens needs; the cache was taken out again, the lock was not. */
@Component
@Primary
@ConditionalOnProperty("member.lock-across-call", havingValue = "true")
class OneAtATimeAuthClient(
    builder: RestClient.Builder,
    @Value("\${member.auth-url}") authUrl: String,
    @Value("\${member.auth-connections}") connections: Int,
) : AuthClient(builder, authUrl, connections) {
    @Synchronized
    override fun resolve(token: String): TokenOwner = super.resolve(token)
}
