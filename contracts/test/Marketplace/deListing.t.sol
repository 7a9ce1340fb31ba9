// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {Marketplace} from "../../src/Marketplace.sol";
import {MarketBase} from "./MarketBase.sol";

contract DeListingTest is MarketBase {
    function _deList(address who, address collection) private {
        vm.prank(who);
        market.deListing(collection, ID);
    }

    function _expectNotSeller(address collection) private {
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotSeller.selector, collection, ID, stranger));
    }

    function test_theSellerAtAnyTime() public {
        _list();
        vm.expectEmit(address(market));
        emit Marketplace.DeListedNFT(address(nft), ID, seller);
        _deList(seller, address(nft));
        assertFalse(_isListed(address(nft)));
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotListed.selector, address(nft), ID));
        _purchase(address(nft), PRICE, NATIVE);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotListed.selector, address(nft), ID));
        _deList(seller, address(nft));
    }

    function test_theSellerAlsoWhenTheTokenIsGone() public {
        _list();
        nft.burn(ID);
        _deList(seller, address(nft));

        _listAt(address(counting), PRICE, NATIVE);
        vm.prank(seller);
        counting.transferFrom(seller, stranger, ID);
        _deList(seller, address(counting));
        assertFalse(_isListed(address(counting)));
    }

    function test_nobodyElseWhileItStands() public {
        _list();
        _listAt(address(counting), PRICE, NATIVE);
        vm.warp(EXPIRES);
        _expectNotSeller(address(nft));
        _deList(stranger, address(nft));
        _expectNotSeller(address(counting));
        _deList(stranger, address(counting));
        // not even while the seller has yet to approve
        vm.prank(seller);
        nft.approve(address(0), ID);
        _expectNotSeller(address(nft));
        _deList(stranger, address(nft));
        assertTrue(_isListed(address(nft)));
    }

    function test_anybodyOnceItHasExpired() public {
        _list();
        vm.warp(EXPIRES + 1);
        vm.expectEmit(address(market));
        emit Marketplace.DeListedNFT(address(nft), ID, stranger);
        _deList(stranger, address(nft));
    }

    function test_anybodyOnceTheTokenHasAnotherOwner() public {
        _list();
        vm.prank(seller);
        nft.transferFrom(seller, buyer, ID);
        _deList(stranger, address(nft));
        // and so it stays when the token comes back
        vm.prank(buyer);
        nft.transferFrom(buyer, seller, ID);
        _approve();
        assertFalse(_isListed(address(nft)));
    }

    function test_anybodyOnceTheSellerVoidedIt() public {
        _list();
        vm.prank(seller);
        market.incrementCounter();
        _deList(stranger, address(nft));
    }

    function test_anybodyOnceACountedTokenHasMoved() public {
        _listAt(address(counting), PRICE, NATIVE);
        vm.prank(seller);
        counting.transferFrom(seller, stranger, ID);
        vm.prank(stranger);
        counting.transferFrom(stranger, seller, ID);
        _deList(buyer, address(counting));
    }

    /// @dev A question that fails is no answer; else too little gas for it could pass for a burned token.
    function test_aBurnedTokensListingWaitsForItsEnd() public {
        _list();
        nft.burn(ID);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, ID));
        _deList(stranger, address(nft));
        vm.warp(EXPIRES + 1);
        _deList(stranger, address(nft));
    }

    function test_noGasMakesAStandingListingLookDead() public {
        _list();
        _listAt(address(counting), PRICE, NATIVE);
        address[2] memory collections = [address(nft), address(counting)];
        for (uint256 i = 0; i < 2; ++i) {
            for (uint256 gas = 5_000; gas < 60_000; gas += 250) {
                vm.prank(stranger);
                (bool ok,) = address(market).call{gas: gas}(abi.encodeCall(Marketplace.deListing, (collections[i], ID)));
                assertFalse(ok);
            }
            assertTrue(_isListed(collections[i]));
        }
    }

    function test_worksWhileTheCurrencyIsStopped() public {
        _list();
        vm.prank(admin);
        market.setPayableToken(NATIVE, false);
        _deList(seller, address(nft));
    }
}
