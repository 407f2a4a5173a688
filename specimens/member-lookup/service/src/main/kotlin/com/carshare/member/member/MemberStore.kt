package com.carshare.member.member

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty
import org.springframework.stereotype.Component
import org.springframework.transaction.annotation.Transactional

/** Reads members; every read is a transaction of its own unless the caller has one open. */
interface MemberStore {
    fun byId(id: Long): Member?

    fun byEmail(email: String): Member?
}

@Component
@ConditionalOnProperty("member.write-transaction", havingValue = "false")
class ReadOnlyMemberStore(private val members: MemberRepository) : MemberStore {
    @Transactional(readOnly = true)
    override fun byId(id: Long) = members.findById(id)

    @Transactional(readOnly = true)
    override fun byEmail(email: String) = members.findByEmail(email)
}
