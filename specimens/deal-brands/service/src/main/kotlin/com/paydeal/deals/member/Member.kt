package com.paydeal.deals.member

import jakarta.persistence.Entity
import jakarta.persistence.EnumType
import jakarta.persistence.Enumerated
import jakarta.persistence.Id
import jakarta.persistence.Table
import org.springframework.data.jpa.repository.JpaRepository
import java.time.LocalDateTime

@Entity
@Table(name = "member")
class Member(
    @Id
    val id: Long,
    val no: String,
    @Enumerated(EnumType.STRING)
    val ageBand: AgeBand,
    @Enumerated(EnumType.STRING)
    val gender: Gender,
    val joinedAt: LocalDateTime,
)

enum class AgeBand { TEENS, TWENTIES, THIRTIES, FORTIES, FIFTIES, OLDER }

enum class Gender { F, M }

interface MemberRepository : JpaRepository<Member, Long> {
    fun findByNo(no: String): Member?
}
