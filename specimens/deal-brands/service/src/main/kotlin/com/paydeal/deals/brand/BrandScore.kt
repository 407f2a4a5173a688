package com.paydeal.deals.brand

import com.paydeal.deals.member.AgeBand
import com.paydeal.deals.member.Gender
import jakarta.persistence.Entity
import jakarta.persistence.EnumType
import jakarta.persistence.Enumerated
import jakarta.persistence.FetchType
import jakarta.persistence.Id
import jakarta.persistence.JoinColumn
import jakarta.persistence.ManyToOne
import jakarta.persistence.Table

/** How often members of a segment pay at a brand, worked out each night. */
@Entity
@Table(name = "brand_score")
class BrandScore(
    @Id
    val id: Long,
    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "brand_id")
    val brand: Brand,
    @Enumerated(EnumType.STRING)
    val ageBand: AgeBand,
    @Enumerated(EnumType.STRING)
    val gender: Gender,
    val score: Int,
)
