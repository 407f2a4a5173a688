package com.carshare.member.member

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty
import org.springframework.stereotype.Component
import org.springframework.transaction.annotation.Transactional

@Component
@ConditionalOnProperty("member.write-transaction", havingValue = "true")
class ReadWriteMemberStore(private val members: MemberRepository) : MemberStore {
    @Transactional
    override fun byId(id: Long) = members.findById(id)

    @Transactional
    override fun byEmail(email: String) = members.findByEmail(email)
}
