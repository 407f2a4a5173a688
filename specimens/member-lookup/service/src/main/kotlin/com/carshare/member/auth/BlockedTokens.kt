package com.carshare.member.auth

import jakarta.persistence.Entity
import jakarta.persistence.Id
import jakarta.persistence.Table
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty
import org.springframework.data.repository.Repository
import org.springframework.stereotype.Component
import org.springframework.transaction.annotation.Transactional
import java.time.Instant

/** A token that was reported stolen; the auth service hears of it only a while later. */
@Entity
@Table(name = "blocked_token")
class BlockedToken(
    @Id
    val token: String,
    val blockedAt: Instant,
)

@Transactional(readOnly = true)
interface BlockedTokenRepository : Repository<BlockedToken, String> {
    fun existsByToken(token: String): Boolean
}

/** Turns stolen tokens away before the auth service is asked. */
@Component
@ConditionalOnProperty("member.query-first", havingValue = "true")
class BlockedTokens(private val blocked: BlockedTokenRepository) {
    fun refuse(token: String) {
        if (blocked.existsByToken(token)) throw InvalidTokenException()
    }
}
