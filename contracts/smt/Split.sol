// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Split} from "../src/Split.sol";

/// @dev Properties of Split, for every input within the limits that the contracts enforce. The compiler's SMTChecker proves the
/// assertions, and that no sum, difference or product in them, or in the checked arithmetic of Split, overflows. Run with `npm run
/// contracts:prove`; never deployed.
contract SplitProof {
    uint256 private constant WHOLE = 10_000;
    uint256 private constant MAX_FEE_BPS = 2000;
    uint256 private constant MAX_ROYALTY_BPS = 1000;
    uint256 private constant MAX_PRICE = type(uint80).max;

    /// The three parts add up to the price; the fee is its share, rounded down, and within its cap.
    function rest(uint256 price, uint256 refund, uint256 feeBps) external pure {
        require(price <= MAX_PRICE && refund <= price && feeBps <= MAX_FEE_BPS);
        (uint256 toSeller, uint256 fee) = Split.rest(price, refund, feeBps);
        assert(refund + toSeller + fee == price);
        assert(fee * WHOLE <= (price - refund) * MAX_FEE_BPS);
        assert(fee * WHOLE <= (price - refund) * feeBps);
        assert((fee + 1) * WHOLE > (price - refund) * feeBps);
        assert(refund == price || toSeller > 0);
        assert(feeBps != 0 || fee == 0);
    }

    /// A share is at most the amount.
    function share(uint256 amount, uint256 bps) external pure {
        require(amount < 2 ** 200 && bps <= WHOLE);
        uint256 part = Split.share(amount, bps);
        assert(part <= amount);
        assert(bps != WHOLE || part == amount);
        assert(bps != 0 || part == 0);
    }

    /// The unchecked share equals the checked one.
    function shareOfPrice(uint256 amount, uint256 bps) external pure {
        require(amount < 2 ** 128 && bps < 2 ** 64);
        assert(Split.shareOfPrice(amount, bps) == Split.share(amount, bps));
    }

    /// Rounding up adds less than one unit.
    function shareOfPriceUp(uint256 amount, uint256 bps) external pure {
        require(amount < 2 ** 128 && bps < 2 ** 64);
        uint256 part = Split.shareOfPriceUp(amount, bps);
        assert(part * WHOLE >= amount * bps);
        assert(part * WHOLE < amount * bps + WHOLE);
        assert(bps > WHOLE || part <= amount);
    }

    /// A higher ask never brings a lower refund.
    function monotonous(uint256 price, uint256 bps, uint256 more) external pure {
        require(price <= MAX_PRICE && bps <= more && more <= WHOLE);
        assert(Split.shareOfPrice(price, bps) <= Split.shareOfPrice(price, more));
    }

    /// The midpoint lies between both shares, is less than one unit below the exact midpoint, and equals the share if both are equal.
    function middle(uint256 price, uint256 asked, uint256 offered) external pure {
        require(price <= MAX_PRICE && offered <= asked && asked <= WHOLE);
        uint256 refund = Split.middle(price, asked, offered);
        assert(refund <= price);
        assert(refund >= Split.shareOfPrice(price, offered));
        assert(refund <= Split.shareOfPrice(price, asked));
        assert(refund * 2 * WHOLE <= price * (asked + offered));
        assert((refund + 1) * 2 * WHOLE > price * (asked + offered));
        assert(asked != offered || refund == Split.shareOfPrice(price, asked));
    }

    /// Both fees together never exceed the cap, and the second is the requested one if there is room for it.
    function beside(uint256 feeBps, uint256 arbitrationFeeBps) external pure {
        require(feeBps <= MAX_FEE_BPS);
        uint256 second = Split.beside(feeBps, arbitrationFeeBps, MAX_FEE_BPS);
        assert(feeBps + second <= MAX_FEE_BPS);
        assert(second <= arbitrationFeeBps);
        assert(second == arbitrationFeeBps || feeBps + second == MAX_FEE_BPS);
    }

    /// The parts of a sale add up to the price. With any fee of the platform, the seller receives at least seven tenths, because
    /// collections limit their royalty and round it as Split does.
    function sale(uint256 price, uint256 feeBps, uint256 royaltyBps) external pure {
        require(price <= MAX_PRICE && royaltyBps <= MAX_ROYALTY_BPS);
        uint256 fee = Split.share(price, Split.atMost(feeBps, MAX_FEE_BPS));
        uint256 royalty = Split.share(price, royaltyBps);
        uint256 toSeller = price - fee - royalty;
        assert(toSeller + fee + royalty == price);
        assert(toSeller * 10 >= price * 7);
    }
}
