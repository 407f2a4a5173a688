package com.carshare.member.lookup

import com.carshare.member.api.MemberResponse
import com.carshare.member.auth.AuthClient
import com.carshare.member.auth.BlockedTokens
import com.carshare.member.member.FormerMembers
import com.carshare.member.member.MemberStore
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty
import org.springframework.stereotype.Service
import org.springframework.transaction.annotation.Transactional

/**
 * One transaction per lookup. The outermost transaction decides whether Hibernate may write, so this file has a
 * read-only and a read-write class; the write-transaction switch picks between them.
 */
@Service
@ConditionalOnProperty("member.hold-across-call", havingValue = "true")
@ConditionalOnProperty("member.write-transaction", havingValue = "false")
class TransactionalMemberLookup(
    auth: AuthClient,
    blockedTokens: BlockedTokens?,
    members: MemberStore,
    formerMembers: FormerMembers,
    converter: MemberConverter,
) : MemberLookup {
    private val lookup = MemberLookupService(auth, blockedTokens, members, formerMembers, converter)

    @Transactional(readOnly = true)
    override fun byToken(token: String): MemberResponse = lookup.byToken(token)

    @Transactional(readOnly = true)
    override fun byId(id: Long): MemberResponse = lookup.byId(id)

    @Transactional(readOnly = true)
    override fun byEmail(email: String): MemberResponse = lookup.byEmail(email)
}

@Service
@ConditionalOnProperty("member.hold-across-call", havingValue = "true")
@ConditionalOnProperty("member.write-transaction", havingValue = "true")
class ReadWriteTransactionalMemberLookup(
    auth: AuthClient,
    blockedTokens: BlockedTokens?,
    members: MemberStore,
    formerMembers: FormerMembers,
    converter: MemberConverter,
) : MemberLookup {
    private val lookup = MemberLookupService(auth, blockedTokens, members, formerMembers, converter)

    @Transactional
    override fun byToken(token: String): MemberResponse = lookup.byToken(token)

    @Transactional
    override fun byId(id: Long): MemberResponse = lookup.byId(id)

    @Transactional
    override fun byEmail(email: String): MemberResponse = lookup.byEmail(email)
}
