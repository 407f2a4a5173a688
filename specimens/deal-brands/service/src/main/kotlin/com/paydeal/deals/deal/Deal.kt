package com.paydeal.deals.deal

import jakarta.persistence.Entity
import jakarta.persistence.EnumType
import jakarta.persistence.Enumerated
import jakarta.persistence.Id
import jakarta.persistence.Table
import org.springframework.data.jpa.repository.JpaRepository
import java.time.LocalDateTime

@Entity
@Table(name = "deal")
class Deal(
    @Id
    val id: Long,
    val code: String,
    val title: String,
    @Enumerated(EnumType.STRING)
    val payment: PaymentMethod,
    val startsAt: LocalDateTime,
    val endsAt: LocalDateTime,
    val budget: Long,
) {
    fun isOn(at: LocalDateTime) = !at.isBefore(startsAt) && at.isBefore(endsAt)
}

enum class PaymentMethod { MONEY, CARD, ACCOUNT, POINTS }

interface DealRepository : JpaRepository<Deal, Long> {
    fun findByCode(code: String): Deal?
}
