package com.carshare.member.lookup

import com.carshare.member.api.MemberResponse
import com.carshare.member.auth.AuthClient
import com.carshare.member.auth.BlockedTokens
import com.carshare.member.member.FormerMembers
import com.carshare.member.member.MemberStore
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty
import org.springframework.stereotype.Service

/** Finds a member by access token, id or e-mail. */
interface MemberLookup {
    fun byToken(token: String): MemberResponse

    fun byId(id: Long): MemberResponse

    fun byEmail(email: String): MemberResponse
}

/** Opens no transaction itself: each read of the store is one, so no connection is held between reads. */
@Service
@ConditionalOnProperty("member.hold-across-call", havingValue = "false")
class MemberLookupService(
    private val auth: AuthClient,
    private val blockedTokens: BlockedTokens?,
    private val members: MemberStore,
    private val formerMembers: FormerMembers,
    private val converter: MemberConverter,
) : MemberLookup {
    override fun byToken(token: String): MemberResponse {
        blockedTokens?.refuse(token)
        val owner = auth.resolve(token)
        return byId(owner.memberId)
    }

    override fun byId(id: Long): MemberResponse {
        val member = members.byId(id) ?: throw notFound(id)
        return converter.toResponse(member)
    }

    override fun byEmail(email: String): MemberResponse {
        val member = members.byEmail(email) ?: throw MemberNotFoundException()
        return converter.toResponse(member)
    }

    private fun notFound(id: Long): RuntimeException =
        if (formerMembers.contains(id)) MemberLeftException() else MemberNotFoundException()
}

class MemberNotFoundException : RuntimeException("no such member")

class MemberLeftException : RuntimeException("this member has left")
