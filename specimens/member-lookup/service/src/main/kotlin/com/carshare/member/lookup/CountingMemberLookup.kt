package com.carshare.member.lookup

import com.carshare.member.api.MemberResponse
import com.carshare.member.auth.AuthClient
import com.carshare.member.auth.BlockedTokens
import com.carshare.member.member.FormerMembers
import com.carshare.member.member.MemberStore
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty
import org.springframework.context.annotation.Primary
import org.springframework.jdbc.core.JdbcTemplate
import org.springframework.stereotype.Service
import org.springframework.transaction.annotation.Transactional

/** Counts every lookup in one row, first thing in the transaction that the lookup itself runs in. */
@Service
@Primary
@ConditionalOnProperty("member.count-lookups", havingValue = "true")
class CountingMemberLookup(
    auth: AuthClient,
    blockedTokens: BlockedTokens?,
    members: MemberStore,
    formerMembers: FormerMembers,
    converter: MemberConverter,
    private val jdbc: JdbcTemplate,
) : MemberLookup {
    private val lookup = MemberLookupService(auth, blockedTokens, members, formerMembers, converter)

    @Transactional
    override fun byToken(token: String): MemberResponse {
        count()
        return lookup.byToken(token)
    }

    @Transactional
    override fun byId(id: Long): MemberResponse {
        count()
        return lookup.byId(id)
    }

    @Transactional
    override fun byEmail(email: String): MemberResponse {
        count()
        return lookup.byEmail(email)
    }

    private fun count() {
        jdbc.update("update lookup_count set lookups = lookups + 1 where id = 1")
    }
}
