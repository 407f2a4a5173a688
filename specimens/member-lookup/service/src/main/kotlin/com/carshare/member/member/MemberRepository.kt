package com.carshare.member.member

import org.springframework.data.jpa.repository.EntityGraph
import org.springframework.data.repository.Repository

/** Loads a member together with its agreements in one statement, so that callers need no open session. */
interface MemberRepository : Repository<Member, Long> {
    @EntityGraph(attributePaths = ["agreements"])
    fun findById(id: Long): Member?

    @EntityGraph(attributePaths = ["agreements"])
    fun findByEmail(email: String): Member?
}
