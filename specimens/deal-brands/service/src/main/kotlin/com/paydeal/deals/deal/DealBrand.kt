package com.paydeal.deals.deal

import com.paydeal.deals.brand.Brand
import jakarta.persistence.Entity
import jakarta.persistence.EnumType
import jakarta.persistence.Enumerated
import jakarta.persistence.FetchType
import jakarta.persistence.Id
import jakarta.persistence.JoinColumn
import jakarta.persistence.ManyToOne
import jakarta.persistence.Table

/** What a brand grants within a deal. */
@Entity
@Table(name = "deal_brand")
class DealBrand(
    @Id
    val id: Long,
    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "deal_id")
    val deal: Deal,
    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "brand_id")
    val brand: Brand,
    val discountPercent: Int,
    val mostDiscount: Long,
    val leastPayment: Long,
    val featured: Boolean,
    val position: Int,
)

@Entity
@Table(name = "benefit")
class Benefit(
    @Id
    val id: Long,
    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "deal_brand_id")
    val dealBrand: DealBrand,
    @Enumerated(EnumType.STRING)
    val kind: BenefitKind,
    val text: String,
    val position: Int,
)

enum class BenefitKind { FIRST_PAYMENT, WEEKEND, LUNCH, DOUBLE_POINTS, DELIVERY }
